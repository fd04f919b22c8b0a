/** Which part of the page is open: everything after the `#`. */

export type Route =
  | { at: 'front' }
  | { at: 'setup'; game: string; course: string }
  | { at: 'build'; game: string; course: string }
  | { at: 'tour-setup'; game: string }
  | { at: 'tour'; id: string }
  /** The step of the race to look back at, by its public number. */
  | { at: 'table'; id: string; step?: number }
  | { at: 'join'; id: string; seat: number; invite: string }
  | { at: 'rules'; game: string; clause: string };

export function readRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map((part) => safeDecode(part));
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = parts;
  if (first === 'new' && second === 'tour') return { at: 'tour-setup', game: third };
  if (first === 'tour' && second) return { at: 'tour', id: second };
  if (first === 'build' && second) return { at: 'build', game: second, course: third };
  if (first === 'new') return { at: 'setup', game: second, course: third };
  if (first === 'rules' && second) return { at: 'rules', game: second, clause: third };
  if (first === 't' && second) {
    if (third === 'join' && /^\d+$/.test(fourth) && fifth) {
      return { at: 'join', id: second, seat: Number(fourth), invite: fifth };
    }
    const [, id = second, step] = /^(.+)@(\d+)$/.exec(second) ?? [];
    return step === undefined ? { at: 'table', id } : { at: 'table', id, step: Number(step) };
  }
  return { at: 'front' };
}

export function writeRoute(route: Route): string {
  switch (route.at) {
    case 'front':
      return '#/';
    case 'setup':
      return `#/${['new', route.game, route.game && route.course].filter(Boolean).map(encodeURIComponent).join('/')}`;
    case 'build':
      return `#/${['build', route.game, route.course].filter(Boolean).map(encodeURIComponent).join('/')}`;
    case 'tour-setup':
      return route.game ? `#/new/tour/${encodeURIComponent(route.game)}` : '#/new/tour';
    case 'tour':
      return `#/tour/${encodeURIComponent(route.id)}`;
    case 'table':
      return `#/t/${encodeURIComponent(route.id)}${route.step === undefined ? '' : `@${route.step}`}`;
    case 'join':
      return `#/t/${encodeURIComponent(route.id)}/join/${route.seat}/${encodeURIComponent(route.invite)}`;
    case 'rules':
      return `#/rules/${encodeURIComponent(route.game)}/${encodeURIComponent(route.clause)}`;
  }
}

export function go(route: Route): void {
  location.hash = writeRoute(route);
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
