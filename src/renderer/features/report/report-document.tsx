import { useEffect, useMemo, useRef, useState } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useAppState, useReproduction } from '../../app/app-context';
import { listFindings } from './list-findings';
import { ReadOut } from './read-out';
import { ReportSource } from './report-source';
import './report.css';

/** The report's source beside what was read from it. Pointing at one shows the other. */
export function ReportDocument() {
  const state = useReproduction();
  const text = useAppState((it) => (state ? it.reports[state.id] : undefined));
  if (!state || text === undefined) return <div className="empty">{message('app.loading')}</div>;
  return <Report state={state} text={text} />;
}

function Report({ state, text }: { readonly state: ReproductionState; readonly text: string }) {
  const asked = useAppState((it) => it.view.reportSpan);
  const [pointed, setPointed] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const findings = useMemo(() => listFindings(state), [state]);
  const marks = useMemo(() => {
    const own = findings.flatMap(({ id, span }) => (span ? [{ id, span }] : []));
    return asked ? [...own, { id: 'asked', span: asked.span }] : own;
  }, [findings, asked]);

  const reveal = (id: string): void => {
    const target = [...(place.current?.querySelectorAll('[data-marks]') ?? [])].find((element) =>
      (element.getAttribute('data-marks') ?? '').split(' ').includes(id),
    );
    target?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };
  useEffect(() => {
    if (asked) reveal('asked');
  }, [asked]);

  const choose = (id: string, from: 'source' | 'findings'): void => {
    setChosen(id);
    if (from === 'findings') reveal(id);
    else document.getElementById(`finding-${id}`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className="report">
      <div
        className="report-source scroll"
        ref={place}
        tabIndex={0}
        role="region"
        aria-label={message('app.report.source')}
      >
        <ReportSource
          text={text}
          marks={marks}
          lit={[pointed, chosen ?? (asked ? 'asked' : null)]}
          hidden={findings.filter((finding) => finding.group === 'hidden').map((finding) => finding.id)}
          onPoint={setPointed}
          onChoose={(id) => choose(id, 'source')}
        />
      </div>
      <ReadOut
        state={state}
        text={text}
        findings={findings}
        lit={pointed ?? chosen}
        onPoint={setPointed}
        onChoose={(id) => choose(id, 'findings')}
      />
    </div>
  );
}
