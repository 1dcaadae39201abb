"""Runs the probes that were asked for, or all."""
results = {}
for name, function in probes.items():
    if name in target.get("without", []) or name not in target.get("only", [name]):
        continue
    try:
        results[name] = function()
    except (OSError, ValueError):
        results[name] = None
print(json.dumps(results))
