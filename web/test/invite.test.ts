import { describe, expect, it } from 'vitest';
import { friendsOrigin } from '../src/lib/invite';

const at = (host: string) => ({ host, origin: `http://${host}` });

describe('a link for a friend', () => {
  it('has the address that others can reach, also where this page was opened by another', () => {
    expect(friendsOrigin(at('127.0.0.1:8421'), 'http://192.168.1.20:8421')).toBe('http://192.168.1.20:8421');
    expect(friendsOrigin(at('localhost:8421'), 'http://192.168.1.20:8421')).toBe('http://192.168.1.20:8421');
  });
  it('is no link where the table listens to its own machine alone', () => {
    expect(friendsOrigin(at('127.0.0.1:8421'), null)).toBeNull();
    expect(friendsOrigin(at('[::1]:8421'), null)).toBeNull();
  });
  it('keeps the name under which the page is known out there', () => {
    expect(friendsOrigin(at('race.example'), null)).toBe('http://race.example');
  });
});
