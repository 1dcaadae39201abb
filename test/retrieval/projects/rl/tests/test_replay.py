from pixelq.replay import ReplayBuffer


def test_buffer_forgets_the_oldest():
    buffer = ReplayBuffer(2)
    for index in range(3):
        buffer.push(index, 0, 0, 0, False)
    assert len(buffer) == 2
