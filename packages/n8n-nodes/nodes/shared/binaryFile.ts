import type { FileInput } from '@courselit-connector/core';
import type { IExecuteFunctions } from 'n8n-workflow';

/** Pieces in which n8n's storage is read, in bytes. */
const PIECE_BYTES = 256 * 1024;

/**
 * The file in a field of an item's binary data. What n8n has on disk or in a bucket is read piece by piece, when it is
 * sent; what it has in memory is there as a whole already. Undefined for no name; throws n8n's own error for a name
 * that the item does not have.
 */
export async function readBinary(
  context: IExecuteFunctions,
  itemIndex: number,
  name: unknown,
): Promise<FileInput | undefined> {
  if (name === undefined || name === null || name === '') return undefined;
  const data = context.helpers.assertBinaryData(itemIndex, name as string);
  const named = {
    fileName: data.fileName || (data.fileExtension ? `file.${data.fileExtension}` : 'file'),
    mimeType: data.mimeType || undefined,
  };
  const { id } = data;
  if (!id) {
    const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, name as string);
    return {
      ...named,
      size: bytes.byteLength,
      open: async function* () {
        yield bytes;
      },
    };
  }
  const { fileSize } = await context.helpers.getBinaryMetadata(id);
  return {
    ...named,
    size: fileSize,
    open: async function* () {
      yield* (await context.helpers.getBinaryStream(id, PIECE_BYTES)) as AsyncIterable<Uint8Array>;
    },
  };
}
