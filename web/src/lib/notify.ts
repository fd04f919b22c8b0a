/** Announces your turn: in the title, with a bell if wanted, and with a notification if the browser may show one. */

import { settings } from './settings.svelte';
import { t } from './words';

let context: AudioContext | null = null;

/** Ring a bicycle bell twice. */
export function ring(): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    const start = context.currentTime;
    for (const [delay, pitch] of [
      [0, 2093],
      [0.13, 2637],
    ] as const) {
      for (const [partial, loud] of [
        [1, 0.12],
        [2.76, 0.05],
      ] as const) {
        const tone = context.createOscillator();
        const volume = context.createGain();
        tone.frequency.value = pitch * partial;
        volume.gain.setValueAtTime(loud, start + delay);
        volume.gain.exponentialRampToValueAtTime(0.0001, start + delay + 0.7);
        tone.connect(volume).connect(context.destination);
        tone.start(start + delay);
        tone.stop(start + delay + 0.75);
      }
    }
  } catch {
    // This machine can't make the sound.
  }
}

export function setTitle(yourTurn: boolean, name: string): void {
  const title = name ? `${name} · Parcours` : 'Parcours';
  document.title = yourTurn ? `● ${t('Your turn')} · ${title}` : title;
}

export function mayNotify(): 'granted' | 'denied' | 'default' | 'never' {
  return 'Notification' in window ? Notification.permission : 'never';
}

export async function askToNotify(): Promise<void> {
  if ('Notification' in window) await Notification.requestPermission();
}

export function tellTurn(prompt: string): void {
  ring();
  if (document.hidden && mayNotify() === 'granted') {
    try {
      const note = new Notification(t('Your turn'), { body: prompt, icon: '/icon.svg', tag: 'parcours-turn' });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Some phones allow notifications only from a service worker.
    }
  }
}
