import { parse } from 'yaml';
import { declaredFile, leftOut, type Declaration, type DeclaredFile } from './declaration';
import { parseRequirements } from './parse-requirements';
import { parseRequirement } from './parse-requirement';
import { asRecord, asText, asTexts } from './read-values';

/** Where conda and the package index call the same thing differently. */
const indexNames: Readonly<Record<string, string>> = {
  pytorch: 'torch',
  'pytorch-cpu': 'torch',
  'py-opencv': 'opencv-python',
  opencv: 'opencv-python',
  'tensorflow-base': 'tensorflow',
};

/** Programs and libraries that are no Python packages, or tools that are there anyway. */
const notPackages =
  /^(?:python|pip|setuptools|wheel|conda|mamba|cudatoolkit|cuda.*|cudnn|cpuonly|nodejs|gcc.*|gxx.*|mkl|blas|ffmpeg|git|make|cmake|ninja|_.*|lib.*)$/;

/** `environment.yml`. Channels are shown and not followed. Errors: throws on what is no YAML. */
export function parseCondaFile(text: string): DeclaredFile {
  const file = asRecord(parse(text, { maxAliasCount: 20, schema: 'failsafe' }));
  const listed: readonly unknown[] = Array.isArray(file['dependencies']) ? file['dependencies'] : [];
  let python: string | null = null;
  const declarations: Declaration[] = asTexts(file['channels'])
    .filter((channel) => /:\/\/|^[./~]/.test(channel))
    .map((channel) => leftOut(channel, 'index'));
  for (const one of listed) {
    const written = asText(one);
    if (written === null) {
      declarations.push(...parseRequirements(asTexts(asRecord(one)['pip']).join('\n')));
      continue;
    }
    const [, name = '', rest = ''] = /^(?:[\w-]+::)?([A-Za-z0-9._-]+)\s*(.*)$/.exec(written.trim()) ?? [];
    if (name === 'python') python = /(\d+\.\d+(?:\.\d+)?)/.exec(rest)?.[1] ?? null;
    if (name === '' || notPackages.test(name)) continue;
    const found = parseRequirement(`${indexNames[name] ?? name}${condaSpecifier(rest)}`);
    if (found !== null) declarations.push(found);
  }
  return declaredFile(declarations, { python });
}

/** `=1.5` is any release of 1.5, `==1.5.0` that one, and `=1.5.0=py38_0` is the release of that build. */
function condaSpecifier(rest: string): string {
  const [, equal, version] = /^(={1,2})\s*(\d[\w.]*)(?:=[\w.*]+)?$/.exec(rest.replace(/\s+/g, '')) ?? [];
  if (version === undefined) return /^[<>!~]/.test(rest) ? rest : '';
  if (equal === '==' || /=[\w.*]+=/.test(rest) || version.split('.').length > 2) return `==${version}`;
  return `==${version}.*`;
}
