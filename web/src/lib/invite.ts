/** The address in links for friends: where their machines can reach this table. */

const HERE = /^(localhost|127\.|\[::1\])/;

/** Where a friend's browser finds the page; null if only this machine can. */
export function friendsOrigin(here: Pick<Location, 'origin' | 'host'>, reachedAt: string | null): string | null {
  return HERE.test(here.host) ? reachedAt : here.origin;
}
