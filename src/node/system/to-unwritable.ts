import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { errorCode } from './error-code';

const refusals = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'ERR_FS_EISDIR',
  'ENAMETOOLONG',
  'EMFILE',
  'ENFILE',
]);

/** Turns the system's refusal to write into a coded one; every other error stays as it is. */
export function toUnwritable(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === null || !refusals.has(code)) return error;
  return new RepriseError('unwritable', message('errors.unwritable', { path, reason: code }), { path });
}
