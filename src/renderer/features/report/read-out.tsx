import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useApp } from '../../app/app-context';
import { Icon } from '../../components/icon';
import { IconButton } from '../../components/icon-button';
import { openableAddress } from '../../terminal/refuse-escapes';
import type { Finding } from './list-findings';
import { lineAt } from './segment-source';
import { findAddresses, showHidden } from './show-hidden';

interface ReadOutProps {
  readonly state: ReproductionState;
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly lit: string | null;
  readonly onPoint: (id: string | null) => void;
  readonly onChoose: (id: string) => void;
}

const groups = ['symptom', 'told', 'exception', 'block', 'version', 'date', 'hidden'] as const;

/** What was read, group by group; each item leads to its place in the source. */
export function ReadOut({ state, text, findings, lit, onPoint, onChoose }: ReadOutProps) {
  const app = useApp();
  const { readOut } = state.report;
  if (!readOut) {
    return (
      <div className="read-out">
        <p className="faint read-out-empty">{message('app.report.notRead')}</p>
      </div>
    );
  }
  return (
    <div className="read-out scroll" role="region" aria-label={message('app.report.readOut')} tabIndex={0}>
      {readOut.limited && <p className="notice warn small">{readOut.limited}</p>}
      <Completeness state={state} />
      {groups.map((group) => {
        const items = findings.filter((finding) => finding.group === group);
        if (items.length === 0 && group !== 'symptom') return null;
        return (
          <section key={group} aria-label={message(`app.report.group.${group}`)}>
            <h2 className="read-out-heading">
              {message(`app.report.group.${group}`)}
              {group === 'symptom' && (
                <IconButton
                  icon="plus"
                  label={message('app.symptom.add')}
                  onPress={() => app.dialog({ kind: 'symptom', symptomId: null })}
                />
              )}
            </h2>
            <ul>
              {items.map((finding) => (
                <li key={finding.id} id={`finding-${finding.id}`} className="finding-line">
                  <FindingLine
                    finding={finding}
                    text={text}
                    lit={lit === finding.id}
                    onPoint={onPoint}
                    onChoose={onChoose}
                  />
                  {finding.symptomId !== null && (
                    <IconButton
                      icon="pencil"
                      label={message('app.symptom.editThis', { symptom: finding.label })}
                      onPress={() => app.dialog({ kind: 'symptom', symptomId: finding.symptomId })}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <Addresses text={text} />
    </div>
  );
}

interface FindingLineProps {
  readonly finding: Finding;
  readonly text: string;
  readonly lit: boolean;
  readonly onPoint: (id: string | null) => void;
  readonly onChoose: (id: string) => void;
}

function FindingLine({ finding, text, lit, onPoint, onChoose }: FindingLineProps) {
  const mono = finding.group === 'symptom' || finding.group === 'exception' || finding.group === 'hidden';
  return (
    <Button
      className={`finding ${lit ? 'lit' : ''}`}
      isDisabled={finding.span === null}
      onHoverStart={() => onPoint(finding.id)}
      onHoverEnd={() => onPoint(null)}
      onPress={() => onChoose(finding.id)}
    >
      <span className="finding-label">{finding.label}</span>
      <span className="small faint">
        {[
          ...(finding.note === null ? [] : [finding.note]),
          ...(finding.span ? [message('app.report.line', { line: lineAt(text, finding.span.start) })] : []),
        ].join(' · ')}
      </span>
      <span className={`finding-detail ${mono ? 'mono' : 'quiet'}`}>{showHidden(finding.detail)}</span>
    </Button>
  );
}

function Completeness({ state }: { readonly state: ReproductionState }) {
  const information = state.report.readOut?.information ?? [];
  if (information.length === 0) return null;
  const present = information.filter((item) => item.present).length;
  const missing = state.report.readOut?.completeness?.missing ?? [];
  return (
    <section aria-label={message('app.report.completeness')}>
      <h2 className="read-out-heading">
        {message('app.report.completeness')} ·{' '}
        {message('app.report.completeness.count', { present, of: information.length })}
      </h2>
      <ul className="completeness">
        {information.map((item) => (
          <li key={item.kind} className={item.present ? '' : 'faint'}>
            <Icon name={item.present ? 'check' : 'minus'} className={item.present ? 'tone-good' : ''} />
            {message(`app.report.information.${item.kind}`)}
            <span className="visually-hidden">
              {message(item.present ? 'app.report.present' : 'app.report.missing')}
            </span>
          </li>
        ))}
      </ul>
      {missing.length > 0 ? (
        <ul className="small quiet read-out-note">
          {missing.map(({ kind, sentence }) => (
            <li key={kind}>{sentence}</li>
          ))}
        </ul>
      ) : (
        present < information.length && (
          <p className="small quiet read-out-note">{message('app.report.completeness.cost')}</p>
        )
      )}
    </section>
  );
}

function Addresses({ text }: { readonly text: string }) {
  const app = useApp();
  const addresses = findAddresses(text).slice(0, 50);
  if (addresses.length === 0) return null;
  return (
    <section aria-label={message('app.report.addresses')}>
      <h2 className="read-out-heading">{message('app.report.addresses')}</h2>
      <ul className="addresses">
        {addresses.map((address) => {
          const openable = openableAddress(address);
          return (
            <li key={address}>
              <span className="mono grow" title={address}>
                {showHidden(address)}
              </span>
              {openable && (
                <Button
                  className="button plain"
                  aria-label={message('app.report.openAddress', { address })}
                  onPress={() => app.dialog({ kind: 'link', address: openable })}
                >
                  {message('app.report.open')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
