/** The sounds of the road, made by the page: a whoosh for an attack, a skid, a hiss of air, bells and a crowd. */

import type { DramaKind } from './beats';
import { settings } from './settings.svelte';

type Sound = DramaKind | 'dice' | 'card';

let context: AudioContext | null = null;

/** A volume that rises at once and dies away. */
function envelope(at: AudioContext, start: number, loud: number, length: number, rise = 0.01): GainNode {
  const volume = at.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + rise);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(at.destination);
  return volume;
}

function tone(
  at: AudioContext,
  start: number,
  from: number,
  to: number,
  loud: number,
  length: number,
  shape: OscillatorType = 'sine',
): void {
  const source = at.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(envelope(at, start, loud, length));
  source.start(start);
  source.stop(start + length);
}

/** Noise through a filter that glides from one pitch to another. */
function rush(
  at: AudioContext,
  start: number,
  from: number,
  to: number,
  loud: number,
  length: number,
  narrow = 1,
  rise = 0.02,
): void {
  const frames = Math.ceil(at.sampleRate * length);
  const buffer = at.createBuffer(1, frames, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = Math.random() * 2 - 1;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const band = at.createBiquadFilter();
  band.type = 'bandpass';
  band.Q.value = narrow;
  band.frequency.setValueAtTime(from, start);
  band.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(band).connect(envelope(at, start, loud, length, rise));
  source.start(start);
}

const bell = (at: AudioContext, start: number, pitch: number) => {
  tone(at, start, pitch, pitch, 0.1, 0.6);
  tone(at, start, pitch * 2.76, pitch * 2.76, 0.04, 0.4);
};

const SOUNDS: Record<Sound, (at: AudioContext, now: number) => void> = {
  attack: (at, now) => rush(at, now, 300, 2600, 0.25, 0.5, 1.5, 0.25),
  catch: (at, now) => rush(at, now, 1800, 260, 0.2, 0.6, 1.5, 0.1),
  crash: (at, now) => {
    rush(at, now, 900, 120, 0.4, 0.35, 0.6);
    for (const [after, pitch] of [
      [0.05, 620],
      [0.13, 810],
      [0.24, 540],
    ] as const)
      tone(at, now + after, pitch, pitch * 0.7, 0.08, 0.18, 'square');
  },
  puncture: (at, now) => {
    tone(at, now, 180, 60, 0.3, 0.08, 'square');
    rush(at, now + 0.06, 5200, 3000, 0.14, 0.8, 2);
  },
  off_road: (at, now) => rush(at, now, 1500, 240, 0.3, 0.7, 3),
  sprint: (at, now) => [0, 0.11, 0.22].forEach((after) => bell(at, now + after, 1568)),
  summit: (at, now) =>
    [523, 659, 784].forEach((pitch, i) => tone(at, now + i * 0.12, pitch, pitch, 0.12, 0.4, 'triangle')),
  finish: (at, now) => {
    [523, 659, 784, 1047].forEach((pitch, i) => tone(at, now + i * 0.1, pitch, pitch, 0.12, 0.5, 'triangle'));
    rush(at, now, 900, 1400, 0.12, 1.4, 0.5, 0.4);
  },
  out: (at, now) =>
    [392, 330, 262].forEach((pitch, i) => tone(at, now + i * 0.16, pitch, pitch * 0.97, 0.12, 0.35, 'triangle')),
  dice: (at, now) => [0, 0.07, 0.15, 0.26].forEach((after) => rush(at, now + after, 2400, 1500, 0.16, 0.05, 4, 0.004)),
  card: (at, now) => rush(at, now, 3200, 1200, 0.12, 0.14, 1.2),
};

/** Make a sound, if sounds are wanted and this machine can. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    SOUNDS[sound](context, context.currentTime);
  } catch {
    // This machine can't make the sound.
  }
}
