// SPDX-License-Identifier: Apache-2.0

const JSON_TYPE = 'application/json';

/** Whether something is dragged that may hold rule chains: files, or a rule chain of another window. */
export function mayHoldChains({ types }: DataTransfer): boolean {
  return types.includes('Files') || types.includes(JSON_TYPE);
}

/** The files that were dropped; a rule chain of another window counts as one. */
export function droppedFiles(data: DataTransfer): readonly File[] {
  if (data.files.length > 0) {
    return [...data.files];
  }
  const text = data.getData(JSON_TYPE);
  return text === '' ? [] : [new File([text], 'rule_chain.json', { type: JSON_TYPE })];
}

/**
 * Lets a rule chain be dragged out of the list: as a file onto the desktop (in browsers that can), and as a text into
 * an editor or another window of Millrace.
 *
 * @return forgets the file; to be called some time after the end
 */
export function offerFile(data: DataTransfer, fileName: string, text: string): () => void {
  const url = URL.createObjectURL(new Blob([text], { type: JSON_TYPE }));
  data.effectAllowed = 'copy';
  data.clearData();
  data.setData('DownloadURL', `${JSON_TYPE}:${fileName}:${url}`);
  data.setData(JSON_TYPE, text);
  data.setData('text/plain', text);
  return () => URL.revokeObjectURL(url);
}
