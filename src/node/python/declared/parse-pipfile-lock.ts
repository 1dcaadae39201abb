import { declaredFile, leftOut, type Declaration, type DeclaredFile } from './declaration';
import { parseRequirement } from './parse-requirement';
import { asRecord, asText } from './read-values';

/** `Pipfile.lock`: the names of `default`, each with its version. Errors: throws on what is no JSON. */
export function parsePipfileLock(text: string): DeclaredFile {
  const packages = Object.entries(asRecord(asRecord(JSON.parse(text))['default']));
  return declaredFile(
    packages.flatMap(([name, value]): readonly Declaration[] => {
      const one = asRecord(value);
      const place = asText(one['git']) ?? asText(one['path']) ?? asText(one['file']);
      if (place !== null) return [leftOut(`${name} = ${place}`, 'address')];
      return [parseRequirement(`${name}${asText(one['version']) ?? ''}`) ?? []].flat();
    }),
  );
}
