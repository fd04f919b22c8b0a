/** What the table shows this browser: the last views that it told of, and each new one, made of news and an earlier
 * view. Pushes and answers are the same messages: whichever comes first counts, and what comes late changes nothing. */

import { patched } from './patches';
import type { News, State, StateMessage } from './types';

/** So many views are at hand: news can belong to one that is not the last, where an answer came before a push. */
const KEPT = 8;
/** So much of the chat is kept, as the table does. */
const KEPT_CHAT = 200;

export class Views {
  /** What is shown now. */
  latest: State | null = null;
  private readonly kept = new Map<string, State>();

  /** As if nothing had ever been told: another seat looks, or in another language. */
  clear(): void {
    this.latest = null;
    this.kept.clear();
  }

  /** What is shown after a message. `asked` is what was shown when the question was asked that it answers; a push has
   * none. `late`: what is shown is newer. `gap`: the message belongs to a view that this browser does not have. */
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
