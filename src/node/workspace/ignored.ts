/** Folders that hold no source of the project's own: version control, environments, caches, and what tools build. */
const folders = new Set([
  '.git',
  '.hg',
  '.svn',
  '.venv',
  'venv',
  'env',
  '.env',
  '.tox',
  '.nox',
  '.eggs',
  '.pixi',
  '.conda',
  'node_modules',
  '__pycache__',
  '__pypackages__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.ipynb_checkpoints',
  '.cache',
  '.idea',
  '.vscode',
  'build',
  'dist',
  'site-packages',
  'wandb',
  'mlruns',
  'lightning_logs',
]);

const files = /\.(pyc|pyo|so|dll|dylib|egg|whl)$|^\.DS_Store$/;

/** Whether a folder of this name is left out, with all below it. */
export function isIgnoredFolder(name: string): boolean {
  return folders.has(name) || name.endsWith('.egg-info');
}

/** Whether a file of this name is left out. */
export function isIgnoredFile(name: string): boolean {
  return files.test(name);
}
