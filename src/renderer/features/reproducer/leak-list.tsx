import { message } from '../../../protocol/catalogue/catalogue';
import type { Leak } from '../../../protocol/sharing';
import { Icon } from '../../components/icon';

/** What the look through the files found: replaced in texts, refused in scripts. The text itself is not told. */
export function LeakList({ leaks }: { readonly leaks: readonly Leak[] }) {
  if (leaks.length === 0) {
    return (
      <p className="leaks small">
        <Icon name="check" className="tone-good" />
        <span>{message('app.share.clean')}</span>
      </p>
    );
  }
  return (
    <div className="leaks small" role="region" aria-label={message('app.share.leaks')} tabIndex={0}>
      <ul>
        {leaks.map(({ kind, rule, file, line, treatment }, at) => (
          <li key={at}>
            <Icon
              name={treatment === 'refused' ? 'cross' : 'check'}
              className={treatment === 'refused' ? 'tone-bad' : 'tone-good'}
            />
            <span>
              {message(`app.share.leak.${treatment}`, {
                what: message(`app.share.kind.${kind}`),
                rule,
                file,
                line: String(line),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
