import type { LabelledCase } from './labelled-case';

interface Traced {
  readonly name: string;
  readonly code: string;
  /** The same fault, with lines of ours around it. */
  readonly ours?: string;
  /** What looks like it, and is made by a line of ours. */
  readonly planted: readonly string[];
}

const jax = 'import jax\nimport jax.numpy as jnp\n';

/** Crashes in what JAX traces: the frames of the tracer stand between the script's own lines. */
const traced: readonly Traced[] = [
  {
    name: 'a product in a compiled function',
    code: `${jax}@jax.jit\ndef step(x, w):\n    y = x @ w\n    return y.sum()\nloss = step(jnp.ones((2, 3)), jnp.ones((2, 3)))`,
    ours: `import os\n${jax}\n@jax.jit\ndef step(x, w):\n    y = x @ w\n    return y.sum()\n\nkey = jax.random.PRNGKey(0)\nresult = step(jax.random.normal(key, (2, 3)), jax.random.normal(key, (2, 3)))\nprint(result)`,
    planted: [
      `${jax}@jax.jit\ndef step(x, w):\n    words = "dot_general requires contracting" + " dimensions to have the same" + " shape, got (3,) and (2,)."\n    raise TypeError(words)\nloss = step(jnp.ones((2, 3)), jnp.ones((2, 3)))`,
      `${jax}def other(a):\n    return jax.lax.dot(a, jnp.ones((2, 3)))\nout = other(jnp.ones((2, 3)))`,
    ],
  },
  {
    name: 'a truth of what is traced',
    code: `${jax}@jax.jit\ndef clip(x):\n    if x.sum() > 1:\n        return x\n    return -x\nclip(jnp.ones(3))`,
    planted: [
      `${jax}def fail(x):\n    jax.errors.TracerBoolConversionError\n    raise jax.errors.TracerBoolConversionError(x)\njax.jit(fail)(jnp.ones(3))`,
    ],
  },
  {
    name: 'a carry that changes its type',
    code: `${jax}def body(carry, x):\n    return carry.sum() + x, carry\nout = jax.lax.scan(body, jnp.zeros(2), jnp.ones(3))`,
    planted: [
      `${jax}def body(carry, x):\n    words = ["scan body function carry input and carry output must have equal types,", "but they differ:"]\n    raise TypeError(" ".join(words))\nout = jax.lax.scan(body, 0, jnp.ones(3))`,
    ],
  },
  {
    name: 'sizes that are mapped and differ',
    code: `${jax}add = jax.vmap(lambda a, b: a + b)\nout = add(jnp.ones((3, 2)), jnp.ones((4, 2)))`,
    planted: [],
  },
  {
    name: 'a gradient of a whole number',
    code: `${jax}slope = jax.grad(lambda x: x ** 2)(3)`,
    planted: [
      `${jax}words = "grad requires real- or complex-valued inputs (input dtype that is a" + " sub-dtype of np.inexact), but got int32."\ndef fail(x):\n    raise TypeError(words)\nslope = jax.grad(fail)(3.0)`,
    ],
  },
  {
    name: 'a gradient of many values',
    code: `${jax}def loss(w):\n    return w * 2\nslope = jax.grad(loss)(jnp.ones(3))`,
    planted: [],
  },
  {
    name: 'a change in place',
    code: `${jax}x = jnp.zeros(3)\nx[0] = 1.0`,
    planted: [
      `${jax}class Rows(object):\n    def __setitem__(self, at, value):\n        words = "JAX arrays are immutable and do not" + " support in-place item assignment."\n        raise TypeError("'<class 'jaxlib._jax.ArrayImpl'>' object does not support item assignment. " + words)\nx = Rows()\nx[0] = 1.0`,
    ],
  },
  {
    name: 'a layer of Flax that gets other rows',
    code: `${jax}import flax.linen as nn\nnet = nn.Dense(2)\nparams = net.init(jax.random.PRNGKey(0), jnp.ones((1, 3)))\nout = jax.jit(net.apply)(params, jnp.ones((1, 4)))`,
    ours: `import flax.linen as nn\nimport jax\nimport jax.numpy as jnp\n\nmodel = nn.Dense(2)\nkey = jax.random.PRNGKey(1)\nparams = model.init(key, jnp.zeros((1, 3)))\nresult = jax.jit(model.apply)(params, jnp.zeros((1, 4)))\nprint(result)`,
    planted: [
      `${jax}import flax.linen as nn\nclass Net(nn.Module):\n    def __call__(self, x):\n        raise ValueError("words" + " of a net")\nnet = Net()\nout = net.apply({}, jnp.ones((1, 4)))`,
    ],
  },
  {
    name: 'an update of Optax with other leaves',
    code: `${jax}import optax\nopt = optax.adam(1e-3)\nstate = opt.init({"w": jnp.ones(3)})\nupdates, state = jax.jit(opt.update)({"w": jnp.ones(3), "b": jnp.ones(1)}, state)`,
    planted: [],
  },
  {
    name: 'a shape that is traced',
    code: `${jax}@jax.jit\ndef fill(n):\n    return jnp.zeros(n)\nfill(3)`,
    planted: [],
  },
];

export const jaxCrashes: readonly LabelledCase[] = traced.flatMap(({ name, code, ours, planted }) => {
  const common = { label: 'trueCrash', runsOn: 'jax', code, right: ['reproduced'], traceback: true } as const;
  return [
    { ...common, name },
    ...(ours === undefined ? [] : [{ ...common, name: `${name}, in a script of ours`, script: ours }]),
    ...planted.map((script, index): LabelledCase => ({
      name: `${name}, planted ${index + 1}`,
      label: 'counterfeit',
      runsOn: 'jax',
      code,
      script,
      right: ['notReproduced', 'inconclusive'],
      traceback: true,
    })),
  ];
});
