"""A stand-in for micromamba: the arguments of `micromamba create` over the solver and the installer of py-rattler, which are real."""
import argparse
import asyncio
import os
import sys

from rattler import Channel, MatchSpec, Platform, VirtualPackage, install, solve


async def create(options):
    records = await solve(
        sources=[Channel(one if "://" in one else "file://" + one) for one in options.channel],
        specs=[MatchSpec(one) for one in options.specs],
        platforms=[Platform.current(), Platform("noarch")],
        virtual_packages=VirtualPackage.detect(),
    )
    for record in records:
        print("+ %s %s" % (record.name.normalized, record.version))
    await install(records=records, target_prefix=options.prefix, cache_dir=os.path.join(os.environ["CONDA_PKGS_DIRS"], "cache"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["create"])
    parser.add_argument("--yes", action="store_true", required=True)
    parser.add_argument("--no-rc", action="store_true", required=True)
    parser.add_argument("--override-channels", action="store_true", required=True)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--channel", action="append", required=True)
    parser.add_argument("specs", nargs="+")
    code = 0
    try:
        asyncio.run(create(parser.parse_args()))
    except Exception as error:
        sys.stderr.write("error: %s\n" % error)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    # py-rattler's own threads reach for the interpreter while it is taken down: one end in four was a SIGSEGV or SIGABRT, the work done.
    os._exit(code)


main()
