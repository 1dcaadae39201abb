import subprocess, sys
if "--once" not in sys.argv:
    more = [a for a in sys.argv[1:]]
    out = [subprocess.run([sys.executable, __file__, "--once", *more], capture_output=True, text=True).stdout.split()[-1] for _ in range(2)]
    print(f"METRIC differ={int(out[0] != out[1])}")
else:
    import numpy as np
    np.random.seed(42)
    import tensorflow as tf
    if "--fixed" in sys.argv:
        tf.keras.utils.set_random_seed(1)
    m = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4)])
    print(float(np.abs(m.get_weights()[0]).sum()))
