import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretScanner } from '../../core/ports/secret-scanner';

const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };

/** Secretlint's recommended rules, in this process: no file is read and nothing is asked of a service. */
export function createSecretScanner(): SecretScanner {
  // It keeps every mark that it is told, and looks through all of them at each: after some previews a scan took seconds.
  secretLintProfiler.mark = () => undefined;
  return {
    scan: async ({ path, text }) => {
      const { messages } = await lintSource({
        source: {
          content: text,
          filePath: path,
          ext: path.slice(path.lastIndexOf('.')),
          contentType: 'text',
        },
        options: { config },
      });
      return messages.map(({ ruleId, range: [start, end] }) => ({
        rule: ruleId.replace(/^@secretlint\/secretlint-rule-/, ''),
        start,
        end,
      }));
    },
  };
}
