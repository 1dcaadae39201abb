import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';

/** Types that a message names and stand-ins can have. A data table. */
const typeOf: Readonly<Record<string, 'table' | 'array' | 'tensor' | 'list'>> = {
  DataFrame: 'table',
  'numpy.ndarray': 'array',
  ndarray: 'array',
  Tensor: 'tensor',
  list: 'list',
};

/** The type that the reported message gives a value: `'DataFrame' object has no attribute 'ix'`, where the code has `NAME.ix`. Null: it gives none. */
export function toldType({ attributes, methods }: Usage, { complaint }: Pick<StandInContext, 'complaint'>) {
  const [, owner = '', attribute = ''] = /'([\w.]{1,60})' object has no attribute '(\w{1,80})'/.exec(complaint) ?? [];
  return attributes.has(attribute) || methods.has(attribute) ? (typeOf[owner] ?? null) : null;
}
