import type { NameQuestion } from '../../core/ports/name-checker';

/** Distributions that take long to import, each with its module. A warm interpreter has those that a script begins with. */
const heavyModules: Readonly<Record<string, string>> = {
  torch: 'torch',
  tensorflow: 'tensorflow',
  'tensorflow-cpu': 'tensorflow',
  keras: 'keras',
  pandas: 'pandas',
  'scikit-learn': 'sklearn',
  transformers: 'transformers',
  'pytorch-lightning': 'pytorch_lightning',
};

/** A program that looks up what `text` names. What `text` says is in it as a string alone. */
export function checkingScript(options: {
  readonly program: string;
  readonly text: string;
  readonly projectModules: readonly string[];
  readonly environment: NameQuestion['environment'];
}): string {
  const { text, program } = options;
  const named = new Set(
    options.environment.packages.flatMap(({ name }) => {
      const module = heavyModules[name.toLowerCase().replace(/[-_.]+/g, '-')];
      return module !== undefined && new RegExp(`^\\s*(?:import|from)\\s+${module}\\b`, 'm').test(text) ? [module] : [];
    }),
  );
  const imports = [...named].map((module) => `import ${module}\n`).join('');
  // Twice JSON, and in ASCII: a string literal in every Python, whatever the text holds.
  const question = JSON.stringify(ascii(JSON.stringify({ source: text, project: options.projectModules })));
  return `${imports}${program}\n\nanswer(${question})\n`;
}

function ascii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
