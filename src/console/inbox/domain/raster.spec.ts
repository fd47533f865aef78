import { rasterType } from './raster';

test.each([
  ['\xFF\xD8\xFF\xE0 rest', 'image/jpeg'],
  ['\x89PNG\r\n\x1A\nrest', 'image/png'],
  ['GIF89a rest', 'image/gif'],
  ['GIF87a rest', 'image/gif'],
  ['RIFF\x00\x00\x00\x00WEBP ', 'image/webp'],
  [['\x00\x00\x00\x1C', 'ftyp', 'avif'].join(''), 'image/avif'],
  ['RIFF\x00\x00\x00\x00WAVE ', null],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ['<?xml version="1.0"?><svg/>', null],
  ['<html><script>1</script>', null],
  ['GIF', null],
  ['', null],
])('the bytes %j are %s', (bytes, type) => expect(rasterType(Buffer.from(bytes, 'latin1'))).toBe(type));
