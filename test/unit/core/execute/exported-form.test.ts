import { describe, expect, it } from 'vitest';
import { exportedForm } from '../../../../src/core/execute/exported-form';

const standIn = 'def reprise_observe(name, value):\n    print("%s = %r" % (name, value))\n';

describe('exportedForm', () => {
  it('leaves a script that observes nothing byte for byte', () => {
    for (const text of ['x = 1\n', '# reprise_observe("a", 1)\n', 'a.reprise_observe(1)\n', '', 'x\r\n']) {
      expect(exportedForm(text, null)).toBe(text);
    }
  });

  it('puts the stand-in on top, below a coding line and below __future__ imports', () => {
    const use = 'reprise_observe("a", 1)\n';
    expect(exportedForm(use, null)).toBe(standIn + use);
    expect(exportedForm(`# -*- coding: utf-8 -*-\n${use}`, null)).toBe(`# -*- coding: utf-8 -*-\n${standIn}${use}`);
    const future = 'from __future__ import (\n    division,\n)\n';
    expect(exportedForm(future + use, null)).toBe(future + standIn + use);
  });

  it('puts what the script needs below it, once', () => {
    const block = '# /// script\n# ///\n';
    expect(exportedForm('x = 1\n', block)).toBe(`x = 1\n\n${block}`);
    expect(exportedForm(exportedForm('x = 1\n', block), block)).toBe(`x = 1\n\n${block}`);
  });

  it('changes nothing the second time, nor a script with a function of that name', () => {
    const once = exportedForm('reprise_observe("a", 1)\n', null);
    expect(exportedForm(once, null)).toBe(once);
    const own = 'def reprise_observe(n, v):\n    pass\nreprise_observe(1, 2)\n';
    expect(exportedForm(own, null)).toBe(own);
  });
});
