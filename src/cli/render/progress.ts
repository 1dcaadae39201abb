import { message } from '../../protocol/catalogue/catalogue';
import type { Completeness } from '../../protocol/report';
import type { EventEnvelope } from '../../protocol/reproduction/events';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { planLines, probeLine } from './bisection';
import type { Palette } from './palette';
import { oneLine } from './palette';
import { duration, environmentWords, originOf, resultWords, symptomWords } from './words';

/** What the report lacks that most bugs like it took, the costliest first. */
function lacking(completeness: Completeness | undefined): readonly string[] {
  if (!completeness || completeness.missing.length === 0) return [];
  const costly = completeness.missing.filter(({ share }) => share === null || share >= 0.5);
  return [completeness.summary, ...costly.slice(0, 3).map(({ sentence }) => sentence)].map((line) => oneLine(line));
}

/** The lines that a person sees for an event, or none. `state` is that after the event. */
export function progressLines({ event }: EventEnvelope, state: ReproductionState, palette: Palette): readonly string[] {
  const step = (key: Parameters<typeof message>[0], text: string): string =>
    `${palette.strong(message(key).padEnd(12))} ${text}`;
  const detail = (text: string): string => `${' '.repeat(12)} ${palette.faint(text)}`;

  switch (event.type) {
    case 'report/read':
      return [
        step('cli.step.report', oneLine(event.readOut.title || state.report.name, 160)),
        ...event.symptoms
          .slice(0, 3)
          .map(symptomWords)
          .filter((words) => words !== oneLine(event.readOut.title, 160))
          .map(detail),
        ...lacking(event.readOut.completeness).map(detail),
      ];
    case 'plan/proposed':
      return event.plan.steps.map((planStep, index) =>
        index === 0 ? step('cli.step.plan', oneLine(planStep.text, 160)) : detail(oneLine(planStep.text, 160)),
      );
    case 'environment/resolved':
      return [
        step('cli.step.environment', `Python ${event.resolution.python.version}`),
        ...event.resolution.rows.map((row) =>
          detail(
            oneLine(
              row.specifier === '' ? `${row.name}: ${row.reason}` : `${row.name}${row.specifier}: ${row.reason}`,
              160,
            ),
          ),
        ),
      ];
    case 'environment/preparationStarted':
      return [detail(message('cli.environment.preparing'))];
    case 'environment/ready':
      return [
        detail(message(`cli.environment.${originOf(event.environment)}`)),
        detail(environmentWords(event.environment, state.environment.resolution)),
        ...event.environment.differences.map((difference) => detail(oneLine(difference))),
      ];
    case 'model/called': {
      const { call } = event;
      const spent = message('cli.model.spent', {
        calls: state.calls,
        tokens: call.inputTokens + call.outputTokens,
        seconds: (call.durationMs / 1000).toFixed(1),
      });
      return [step('cli.step.model', oneLine(call.outcome, 160)), detail(spent)];
    }
    case 'bisect/planned':
      return planLines(event.plan).map((line, at) => (at === 0 ? step('cli.step.bisect', line) : detail(line)));
    case 'bisect/probed': {
      const job = state.jobs.find(({ id }) => id === event.jobId);
      return [`${' '.repeat(12)} ${probeLine(event.probe, { plan: job?.bisection?.plan ?? null }, palette)}`];
    }
    case 'job/finished': {
      const job = state.jobs.find(({ id }) => id === event.jobId);
      return job?.kind === 'minimise' ? [detail(oneLine(event.summary))] : [];
    }
    case 'environment/failed':
      return [detail(oneLine(event.reason))];
    case 'attempt/started':
      return [step('cli.step.attempt', `${event.attempt.number}  ${oneLine(event.attempt.edit.reason, 160)}`)];
    case 'execution/finished': {
      const execution = state.executions.find(({ id }) => id === event.executionId);
      const purpose = message(`cli.purpose.${execution?.purpose ?? 'search'}`);
      return [detail(`${purpose}, ${duration(event.result.durationMs)}: ${resultWords(event.result, state.symptoms)}`)];
    }
    case 'notice/given':
      return [`${palette.unsure(message('cli.step.note').padEnd(12))} ${oneLine(event.notice.text)}`];
    case 'approval/answered':
      return event.approval.by === 'policy' && event.approval.answer === 'refused'
        ? [detail(message('cli.ask.policy'))]
        : [];
    default:
      return [];
  }
}
