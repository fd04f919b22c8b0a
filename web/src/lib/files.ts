/** What can be saved from a table or a tour: files, and sheets as a PDF or in a tab for printing. */

import { api, type Download } from './api';
import type { Table } from './table.svelte';
import { t } from './words';

/** Let the browser save something as a file. */
export function save({ file, name }: Download): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}

/** Open a sheet in a new tab. Its content depends on the seat, so the page asks for it and fills the tab itself. */
export async function openPaper(ask: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) throw new Error(t('The browser blocked the new tab. Allow pop-ups and try again.'));
  try {
    const sheet = new DOMParser().parseFromString(await ask(), 'text/html');
    for (const link of sheet.querySelectorAll('link'))
      link.href = new URL(link.getAttribute('href') ?? '', location.href).href;
    const text = `<!doctype html>${sheet.documentElement.outerHTML}`;
    tab.location.href = URL.createObjectURL(new Blob([text], { type: 'text/html;charset=utf-8' }));
  } catch (error) {
    tab.close();
    throw error;
  }
}

export async function saveRace(table: Table): Promise<void> {
  try {
    save(await api.race(table.id, table.secret));
  } catch (error) {
    table.fail(error);
  }
}

/** The board after a step as a picture. */
export async function savePicture(table: Table, step: number, kind: 'png' | 'svg'): Promise<void> {
  try {
    save(await api.picture(table.id, step, kind, table.secret));
  } catch (error) {
    table.fail(error);
  }
}

export async function saveSheet(table: Table): Promise<void> {
  try {
    save(await api.sheetPdf(table.id, table.secret));
  } catch (error) {
    table.fail(error);
  }
}

export async function openSheet(table: Table): Promise<void> {
  try {
    await openPaper(() => api.sheet(table.id, table.secret));
  } catch (error) {
    table.fail(error);
  }
}
