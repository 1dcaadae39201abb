from reviewtune.clean import normalize


def test_normalize_strips_links():
    assert normalize('See https://example.org now') == 'see now'
