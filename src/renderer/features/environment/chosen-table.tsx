import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, ReadyEnvironment } from '../../../protocol/environment';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { formatBytes } from '../../app/format';
import { Icon } from '../../components/icon';
import { Refusal } from '../../components/sheet-end';
import { TableEditor } from './table-editor';
import { mayChoose, type Choosing } from './use-choosing';

interface ChosenTableProps {
  readonly state: ReproductionState;
  readonly resolution: EnvironmentResolution;
  readonly choosing: Choosing;
}

/** What was chosen, with a reason a row, and its editor. */
export function ChosenTable({ state, resolution, choosing }: ChosenTableProps) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { isActing, isChosen, refused, choose } = choosing;
  const isGiven = state.options.environment !== null;
  const isOpen = mayChoose(state);
  // The keyboard goes on from where the editor is opened.
  useEffect(() => {
    if (isChosen && !editing) edit.current?.focus();
  }, [isChosen, editing]);
  const cancel = (): void => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <>
      <div className="environment-title">
        <h2 className="environment-heading grow">
          {message(editing ? 'app.environment.edit.heading' : 'app.environment.resolution')}
        </h2>
        {!editing && (
          <Button
            ref={edit}
            className="button"
            isDisabled={!isOpen || isActing}
            onPress={() => (isGiven ? void choose({ environment: null }) : setEditing(true))}
          >
            {!isGiven && <Icon name="pencil" />}
            {message(isGiven ? 'app.environment.edit.free' : 'app.environment.edit')}
          </Button>
        )}
      </div>
      {!isOpen && <p className="environment-note small quiet">{message('app.environment.edit.busy')}</p>}
      {isGiven && <p className="environment-note small quiet">{message('app.environment.edit.given')}</p>}
      <div className="environment-note" role="status">
        {isChosen && !editing ? message('app.environment.edit.chosen') : ''}
      </div>
      {refused !== null && (
        <div className="environment-note">
          <Refusal text={refused} />
        </div>
      )}
      {editing ? (
        <TableEditor
          resolution={resolution}
          options={state.options}
          isActing={isActing}
          onChoose={(choice) => void choose(choice).then((done) => (done ? setEditing(false) : undefined))}
          onCancel={cancel}
        />
      ) : (
        <Resolution resolution={resolution} ready={state.environment.ready} />
      )}
    </>
  );
}

function Resolution(props: { readonly resolution: EnvironmentResolution; readonly ready: ReadyEnvironment | null }) {
  const { ready, resolution } = props;
  const { python, rows, asOf, existing, heavy, unknown } = resolution;
  const isWithdrawn = (name: string): boolean => ready?.withdrawn?.some((one) => one.name === name) === true;
  return (
    <>
      {ready === null && resolution.ahead === true && (
        <p className="environment-note quiet">{message('app.environment.notYet')}</p>
      )}
      {asOf !== null && (
        <p className="environment-note quiet">{message('app.environment.asOf.text', { date: asOf })}</p>
      )}
      {existing && (
        <p className="environment-note quiet wrap">
          {message('app.environment.existing', { name: existing.name, prefix: existing.prefix })}
        </p>
      )}
      <table className="resolution">
        <thead>
          <tr>
            <th>{message('app.environment.name')}</th>
            <th>{message('app.environment.version')}</th>
            <th>{message('app.environment.from')}</th>
            <th>{message('app.environment.reason')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="mono">python</td>
            <td className="mono">{python.version}</td>
            <td>
              <span className="tag still">{message(`app.environment.step.${python.step}`)}</span>
            </td>
            <td className="wrap">{python.reason}</td>
          </tr>
          {rows.map((row) => (
            <tr key={row.name}>
              <td className="mono">{row.name}</td>
              <td className="mono">{row.specifier === '' ? message('app.environment.any') : row.specifier}</td>
              <td>
                <span className="tag still">{message(`app.environment.step.${row.step}`)}</span>
              </td>
              <td className="wrap">
                {isWithdrawn(row.name) && (
                  <>
                    <span className="tag warn">{message('app.environment.withdrawn')}</span>{' '}
                  </>
                )}
                {row.reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {heavy.length > 0 && (
        <p className="environment-note">
          {message('app.environment.heavy', {
            names: heavy.map((item) => `${item.name} (${formatBytes(item.bytes)})`).join(', '),
          })}
        </p>
      )}
      {unknown.length > 0 && (
        <p className="environment-note">{message('app.environment.unknown', { names: unknown.join(', ') })}</p>
      )}
    </>
  );
}
