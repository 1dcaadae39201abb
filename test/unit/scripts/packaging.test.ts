import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.join(import.meta.dirname, '..', '..', '..');
const configuration = parse(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')) as Record<string, unknown>;

type Validate = ((value: unknown) => boolean) & { readonly errors?: unknown };
interface Validator {
  compile(schema: unknown): Validate;
}

/** electron-builder's own schema, read by the validator that it brings. */
function createValidate(): Validate {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  const ofLibrary = createRequire(ofBuilder.resolve('app-builder-lib/package.json'));
  const { default: Ajv } = ofLibrary('ajv') as { default: new (options: object) => Validator };
  const schema: unknown = JSON.parse(readFileSync(ofBuilder.resolve('app-builder-lib/scheme.json'), 'utf8'));
  return new Ajv({ strict: false, allErrors: true }).compile(schema);
}

describe('the configuration of packaging', () => {
  it("fits electron-builder's schema, which refuses a key that it does not know", () => {
    const validate = createValidate();
    expect([validate(configuration), validate.errors]).toEqual([true, null]);
    expect(validate({ ...configuration, electronFuses: { runAsNode: 'no' } })).toBe(false);
    expect(validate({ ...configuration, asarUnpak: [] })).toBe(false);
  });

  it('makes AppImage, deb, dmg and nsis, with every fuse named and no place of updates', () => {
    expect(configuration).toMatchObject({
      linux: { target: ['AppImage', 'deb'] },
      mac: { target: ['dmg'], hardenedRuntime: true },
      win: { target: ['nsis'] },
      publish: null,
      asar: true,
      electronFuses: {
        runAsNode: false,
        enableNodeOptionsEnvironmentVariable: false,
        enableNodeCliInspectArguments: false,
        enableCookieEncryption: true,
        enableEmbeddedAsarIntegrityValidation: true,
        onlyLoadAppFromAsar: true,
      },
    });
  });
});
