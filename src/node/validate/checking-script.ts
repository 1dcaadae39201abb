import type { NameQuestion } from '../../core/ports/name-checker';
import { normaliseName } from '../../protocol/requirement';
import type { WantedFacts } from '../../protocol/script-facts';
import { asciiJson } from './ascii-json';

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

/** A program of ours with a question about a script. What the script says is in it as a string alone. */
export function checkingScript({
  program,
  call,
  question,
}: {
  readonly program: string;
  /** The program's function that answers. */
  readonly call: string;
  readonly question: NameQuestion & { readonly wanted?: WantedFacts };
}): string {
  const { text, environment, projectModules: project, wanted } = question;
  const named = new Set(
    environment.packages.flatMap(({ name }) => {
      const module = heavyModules[normaliseName(name)];
      return module !== undefined && new RegExp(`^\\s*(?:import|from)\\s+${module}\\b`, 'm').test(text) ? [module] : [];
    }),
  );
  const imports = [...named].map((module) => `import ${module}\n`).join('');
  // Twice JSON, and in ASCII: a string literal in every Python, whatever the text holds.
  const literal = asciiJson(asciiJson({ source: text, project, wanted }));
  return `${imports}${program}\n\n${call}(${literal})\n`;
}
