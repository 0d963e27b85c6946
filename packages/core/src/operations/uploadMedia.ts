import { mediaSchema } from '../api/mediaModel.ts';
import { invalidInput } from '../http/errors.ts';
import { defined } from './defined.ts';
import { mimeTypeOf } from './file.ts';
import { defineAction } from './operation.ts';

export const uploadMedia = defineAction({
  key: 'media.upload',
  noun: 'media',
  label: 'Upload Media',
  description: 'Uploads a file to the school, for a lesson, the picture of a product, or an image in a text.',
  input: [
    { key: 'file', type: 'file', label: 'File', help: 'The file to upload, from an earlier step.', required: true },
    {
      key: 'access',
      type: 'choice',
      choices: [
        { value: 'private', label: 'Private', description: 'Only those who may see what it is used in' },
        { value: 'public', label: 'Public', description: 'Everyone who has its address' },
      ],
      default: 'private',
      label: 'Access',
      help: 'Who can open the file. Pictures in texts and of products must be public.',
    },
    {
      key: 'caption',
      type: 'text',
      label: 'Caption',
      help: 'What it shows, for those who cannot see it.',
      example: 'A crab with a crate',
    },
    {
      key: 'fileName',
      type: 'text',
      label: 'File Name',
      help: 'Its name in the school. By default the name that it has.',
      example: 'ownership.mp4',
    },
  ],
  output: mediaSchema,
  sample: {
    mediaId: 'sAqXjVJzqpYlXVOyzNMRA',
    originalFileName: 'ownership.mp4',
    mimeType: 'video/mp4',
    size: 1048576,
    access: 'private',
  },
  run(school, { file, access, caption, fileName = file.fileName }) {
    if (fileName.length > 500)
      throw invalidInput('fileName', '"File Name" is longer than 500 characters.', 'Shorten it.');
    const mimeType = mimeTypeOf({ fileName, mimeType: file.mimeType });
    return school.media.upload({ ...file, ...defined({ caption, mimeType }), fileName, access });
  },
});
