import { minorOf, minorRank } from '../minor-version';

/** Folders that no import of a library reaches. */
const LEFT_OUT =
  '[/\\\\\\\\](site-packages|dist-packages|test|tests|idlelib|lib2to3|turtledemo|__pycache__)[/\\\\\\\\]';

/**
 * Compiles what lies in folders. Nothing of it is run: no `site`, no `.pth`, no variable and no folder of the user's. Low in
 * rank, as the script that is waited for runs beside it. Files that do not compile (samples, tests for other releases) are
 * passed over. Each is written whole or not at all: where the disk gets full, releases before 3.12.8 and 3.13.1 take a part
 * for the whole (issue 126606 of CPython), and the module is never imported again.
 */
const program = (library: boolean): string =>
  [
    'import compileall, os, re, sys',
    'getattr(os, "nice", int)(10)',
    // The helpers of these start anew, so that what is put right below does not reach them.
    'alone = (3, 12) <= sys.version_info < (3, 12, 8) or (3, 13) <= sys.version_info < (3, 13, 1)',
    'more = {"workers": 1 if alone else 0} if sys.version_info >= (3, 5) else {}',
    'from importlib import _bootstrap_external as external',
    'def write_whole(path, data, mode=0o666):',
    '    part = "%s.%d" % (path, os.getpid())',
    '    try:',
    '        with open(part, "wb") as file:',
    '            file.write(data)',
    '        os.chmod(part, mode & 0o666)',
    '        os.replace(part, path)',
    '    except OSError:',
    '        if os.path.exists(part): os.unlink(part)',
    '        raise',
    'external._write_atomic = write_whole',
    `rx = re.compile(r"${LEFT_OUT}") if ${library ? 'True' : 'False'} else None`,
    'for folder in sys.argv[1:]:',
    '    compileall.compile_dir(folder, maxlevels=30, quiet=2, rx=rx, **more)',
  ].join('\n');

/** Older ones know no other place for bytecode than beside the source. */
export function knowsOtherPlace(pythonVersion: string): boolean {
  const minor = minorOf(pythonVersion);
  return minor !== null && minorRank(minor) >= minorRank('3.8');
}

/** Started in an empty folder with a block of ours, so that no file and no variable of others is read at the start. */
export function compileCommand(options: {
  readonly interpreter: string;
  readonly folders: readonly string[];
  /** Whether the folders are the standard library, of which the tests are left out. */
  readonly library: boolean;
}): readonly string[] {
  return [options.interpreter, '-s', '-S', '-c', program(options.library), ...options.folders];
}
