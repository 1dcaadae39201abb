/**
 * What a script does that somebody managed to plant in the page's own world: the worst case. It speaks to the host as the page,
 * and reaches for the Run surface by every way that a page has. Evaluates to what each way came to.
 */
export const plantedScript = `(async () => {
  const outcome = {};
  const frame = document.getElementById('run-surface');
  const ask = await openChannel();
  const { reproductions: [{ id: reproductionId }] } = await ask('reproduction/list', {});
  const { state } = await ask('reproduction/attach', { reproductionId, afterSeq: null });
  const wish = { kind: 'reproduction', reproductionId, attemptId: null };
  const offer = await ask('run/offer', { wish });
  const attempt = state.attempts[0];
  const tries = {
    'plan/accept': { reproductionId, planDigest: state.plan.digest, by: 'user' },
    'attempt/run': { reproductionId, attemptId: attempt.id, scriptDigest: attempt.scriptDigest },
    'run/take': { wish, digest: offer.digest, act: 'acceptPlan' },
    'settings/update': { autonomy: 'auto' },
    'reproduction/create': { name: 'x', text: '# x', options: { autonomy: 'auto' } },
  };
  for (const [method, params] of Object.entries(tries)) {
    outcome[method] = await ask(method, params).then(() => 'taken', (error) => error.code);
  }
  outcome.document = reach(() => frame.contentDocument === null ? 'hidden' : 'reached');
  outcome.inside = reach(() => typeof frame.contentWindow.document);
  outcome.fetched = await fetch(frame.src).then(() => 'fetched', () => 'refused');
  for (const word of [
    { kind: 'reprise:command', id: 'press' },
    { kind: 'reprise:focus', act: 'acceptPlan' },
    { kind: 'reprise:show', wish },
  ]) frame.contentWindow.postMessage(word, '*');
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    frame.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: 20, clientY: 20 }));
  }
  for (const key of ['Enter', ' ', 'F5']) {
    frame.focus();
    for (const target of [frame, document.body, window]) {
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ctrlKey: true, shiftKey: true }));
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const after = await ask('reproduction/attach', { reproductionId, afterSeq: null });
  outcome.executions = after.state.executions.length;
  outcome.phase = after.state.phase;
  return outcome;

  function reach(look) {
    try { return look(); } catch { return 'refused'; }
  }

  async function openChannel() {
    const csrf = document.querySelector('meta[name="reprise-csrf"]');
    const waiting = new Map();
    let id = 0;
    let send;
    const hear = (frame) => {
      const call = waiting.get(frame.id);
      if (frame.kind === 'response') call.resolve(frame.result);
      if (frame.kind === 'failure') call.reject(frame.error);
    };
    if (csrf) {
      const socket = new WebSocket('ws://' + location.host + '/socket');
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      socket.addEventListener('message', ({ data }) => hear(JSON.parse(data)));
      socket.send(JSON.stringify({ kind: 'authenticate', csrf: csrf.content }));
      send = (frame) => socket.send(JSON.stringify(frame));
    } else {
      const port = await new Promise((resolve) => {
        window.addEventListener('message', function listen(event) {
          if (!event.ports[0]) return;
          window.removeEventListener('message', listen);
          resolve(event.ports[0]);
        });
        window.postMessage({ kind: 'reprise:ready' }, '*');
      });
      // The page's own code would ask for a port of its own and so end this one.
      window.postMessage = () => undefined;
      port.addEventListener('message', ({ data }) => hear(data));
      port.start();
      send = (frame) => port.postMessage(frame);
    }
    send({ kind: 'hello', protocol: 1, client: 'cli' });
    return (method, params) => new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      send({ kind: 'request', id: id++, method, params });
    });
  }
})()`;

/** What it must come to, on every host. */
export const plantedOutcome = {
  'plan/accept': 'untrusted',
  'attempt/run': 'untrusted',
  'run/take': 'untrusted',
  'settings/update': 'untrusted',
  'reproduction/create': 'untrusted',
  document: 'hidden',
  inside: 'refused',
  fetched: 'refused',
  executions: 0,
  phase: 'awaitingPlan',
};
