"""Values that training frameworks report of themselves, told as they come. Imports none of them: acts once they are imported."""

record_part = load_part("record")
INFINITY = record_part["INFINITY"]
INTEGERS = record_part["INTEGERS"]
TEXTS = (bytes, type(u""))

# Modules that define `History`, by the release of Keras: 3, 2.13 and newer, older ones, TensorFlow's own.
KERAS = (
    "keras.src.callbacks.history",
    "keras.src.callbacks",
    "keras.callbacks",
    "keras.callbacks.callbacks",
    "tf_keras.src.callbacks",
    "tensorflow.python.keras.callbacks",
    "tensorflow_core.python.keras.callbacks",
    "tensorflow.python.keras._impl.keras.callbacks",
)
LIGHTNING = ("pytorch_lightning", "lightning.pytorch")
LIGHTNING_MODULES = (".core.module", ".core.lightning")
LIGHTNING_LOGS = (".trainer.connectors.logger_connector.logger_connector", ".trainer.connectors.logger_connector")
TRAINER = "transformers.trainer_callback"
# What the Trainer logs beside its metrics.
NO_METRICS = ("epoch", "step", "total_flos")


def number_of(value):
    """A finite float, or how one that is none is written; None for what is no number."""
    if isinstance(value, TEXTS):
        return None
    try:
        detach = getattr(value, "detach", None)
        if detach is not None:
            # A tensor that has a gradient warns where it is made a number.
            value = detach()
        number = float(value)
    except Exception:
        return None
    if number != number:
        return "nan"
    if number in (INFINITY, -INFINITY):
        return "inf" if number > 0 else "-inf"
    return number


def step_of(value):
    if not isinstance(value, INTEGERS) or isinstance(value, bool) or abs(value) > record_part["SAFE_INTEGER"]:
        return None
    return int(value)


def tell_all(tell, logs, step, source, left_out=()):
    for name, value in list(logs.items()):
        if isinstance(name, TEXTS) and name not in left_out:
            tell(name, value, step, source)


def watch_keras(tell, wrap, weights_of):
    located = set()

    def told(arguments, named):
        epoch = arguments[1] if len(arguments) > 1 else named.get("epoch")
        logs = arguments[2] if len(arguments) > 2 else named.get("logs")
        tell_all(tell, logs or {}, step_of(epoch), "history")
        if weights_of is not None:
            model = arguments[0].model
            size, where, part = weights_of(model)
            tell("weight_norm", size, step_of(epoch), "hook")
            if where is not None and id(model) not in located:
                located.add(id(model))
                tell("weight_norm(%s)" % where, part, step_of(epoch), "hook")

    def action(module):
        history = module.__dict__.get("History")
        # A module that only hands the class on is not the place to change it.
        if history is not None and history.__module__ == module.__name__:
            wrap(history, "on_epoch_end", told)

    return dict.fromkeys(KERAS, action)


def watch_lightning(tell, wrap):
    """Values of a training step as they are logged; those of an epoch, and of validation, as they are gathered."""
    by_step = set()

    def told_step(arguments, named):
        module = arguments[0]
        name = arguments[1] if len(arguments) > 1 else named.get("name")
        value = arguments[2] if len(arguments) > 2 else named.get("value")
        if getattr(module, "_current_fx_name", None) != "training_step" or named.get("on_step") is False:
            return
        if number_of(value) is not None:
            by_step.add(name)
            tell(name, value, step_of(getattr(module, "global_step", None)), "hook")

    def is_new(name):
        return name not in by_step and not (name.endswith("_step") and name[:-5] in by_step)

    def told_logs(arguments, named):
        metrics = arguments[1] if len(arguments) > 1 else named.get("metrics")
        step = named.get("step")
        if step is None:
            step = getattr(getattr(arguments[0], "trainer", None), "global_step", None)
        left_out = [name for name in metrics if not isinstance(name, TEXTS) or name == "epoch" or not is_new(name)]
        tell_all(tell, metrics, step_of(step), "hook", left_out)

    def on_module(module):
        wrap(module.__dict__.get("LightningModule"), "log", told_step)

    def on_logs(module):
        for name in ("_LoggerConnector", "LoggerConnector"):
            if getattr(module.__dict__.get(name), "__module__", None) == module.__name__:
                wrap(module.__dict__[name], "log_metrics", told_logs)

    actions = {}
    for package in LIGHTNING:
        actions.update((package + inner, on_module) for inner in LIGHTNING_MODULES)
        actions.update((package + inner, on_logs) for inner in LIGHTNING_LOGS)
    return actions


def watch_trainer(tell, wrap):
    """The logs of a Hugging Face Trainer go to each of its callbacks; this one is in every Trainer and does nothing with them."""

    def action(module):
        flow = module.__dict__.get("DefaultFlowCallback")

        def on_log(self, args, state, control, logs=None, **more):
            try:
                tell_all(tell, logs or {}, step_of(getattr(state, "global_step", None)), "hook", NO_METRICS)
            except Exception:
                pass

        if flow is not None and "on_log" not in flow.__dict__:
            flow.on_log = on_log

    return {TRAINER: action}


def watchers(tell, wrap, weights_of):
    """What to do once a framework's module is imported, by the module's name. `weights_of`: tells the size of a
    model's weights and which is not finite, or None."""
    actions = watch_keras(tell, wrap, weights_of)
    actions.update(watch_lightning(tell, wrap))
    actions.update(watch_trainer(tell, wrap))
    return actions
