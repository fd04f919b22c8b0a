/** What the table shows this browser. The last views are kept, because a new one is made from an earlier one and news.
 * Pushes and answers are the same messages: whichever comes first counts, and a late one changes nothing. */

import { patched } from './patches';
import type { News, State, StateMessage } from './types';

/** How many views are kept: if an answer overtakes a push, news can build on a view that is not the last one. */
const KEPT = 8;
/** How many lines of the chat are kept; the table keeps as many. */
const KEPT_CHAT = 200;

export class Views {
  /** What is shown now. */
  latest: State | null = null;
  private readonly kept = new Map<string, State>();

  /** Forget everything, because the seat or the language has changed. */
  clear(): void {
    this.latest = null;
    this.kept.clear();
  }

  /** What is shown after a message. `asked` is what was shown when the page asked for this answer; a push has none.
   * Returns `late` if something newer is shown already, and `gap` if the message builds on a view that is not kept. */
  take(message: StateMessage | News, asked: State | null = this.latest): State | 'late' | 'gap' {
    const state = message.kind === 'state' ? this.whole(message) : this.made(message);
    if (!state) return 'gap';
    this.keep(state);
    const last = this.latest;
    if (last && (state.steps < last.steps || (asked !== last && state.steps === last.steps))) return 'late';
    this.latest = state;
    return state;
  }

  private whole({ state, story_from }: StateMessage): State | null {
    const told = this.latest?.story.slice(0, story_from) ?? [];
    return told.length === story_from ? { ...state, story: [...told, ...state.story] } : null;
  }

  private made({ have, version, story, chat, changes }: News): State | null {
    const known = this.kept.get(version);
    if (known) return known;
    const before = this.kept.get(have);
    if (!before) return null;
    return {
      ...(patched(before, changes) as State),
      version,
      story: story.length ? [...before.story, ...story] : before.story,
      chat: chat.length ? [...before.chat, ...chat].slice(-KEPT_CHAT) : before.chat,
    };
  }

  private keep(state: State): void {
    this.kept.delete(state.version);
    this.kept.set(state.version, state);
    const oldest = this.kept.keys().next();
    if (this.kept.size > KEPT && !oldest.done) this.kept.delete(oldest.value);
  }
}
