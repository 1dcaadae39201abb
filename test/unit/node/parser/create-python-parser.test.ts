import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPythonParser } from '../../../../src/node/parser/create-python-parser';
import { parserFiles } from '../../../../src/node/parser/create-python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';

describe('createPythonParser', () => {
  it('gives places in UTF-16 units, so that a slice of the source is the text of the node', async () => {
    const parser = await createTestParser();
    const source = 's = "é😀"\nresult = torch.cat([a, b], 1)\n';
    const [, second] = parser.parse(source).namedChildren;
    const call = second?.namedChildren[0]?.childForField('right');
    expect(call?.type).toBe('call');
    expect(source.slice(call?.startIndex, call?.endIndex)).toBe('torch.cat([a, b], 1)');
    expect(call?.text).toBe('torch.cat([a, b], 1)');
    expect(call?.startPosition).toEqual({ row: 1, column: 9 });
    expect(call?.childForField('function')?.parent).toBe(call);
  });

  it('reads Python 2 and marks what is broken', async () => {
    const parser = await createTestParser();
    expect(parser.parse('print "a"\nexec code\n').hasError).toBe(false);
    const broken = parser.parse('x = (1,\ny = 2\n');
    expect(broken.hasError).toBe(true);
    expect(broken.text).toContain('y = 2');
  });

  it('never throws, whatever the text', async () => {
    const parser = await createTestParser();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (source) => {
        const tree = parser.parse(source);
        expect(tree.type === 'module' || tree.type === 'ERROR').toBe(true);
        expect(tree.namedChildren.every((child) => child.endIndex <= source.length)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('says so where the files are missing', async () => {
    await expect(createPythonParser({ wasmFolder: '/nonexistent' })).rejects.toThrow(parserFiles[0]);
  });
});
