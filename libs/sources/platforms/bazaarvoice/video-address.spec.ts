// cspell:disable
import { watchAddress } from './video-address';

const YOUTUBE = 'https://www.youtube.com/watch?v=aB3_d-Ef9hI';

describe('addresses of videos in reviews of Bazaarvoice (contract §2.3)', () => {
  it.each([
    ['http://www.youtube.com/v/aB3_d-Ef9hI', YOUTUBE],
    ['https://www.youtube.com/v/aB3_d-Ef9hI', YOUTUBE],
    ['//www.youtube.com/v/aB3_d-Ef9hI', YOUTUBE],
    ['http://youtube.com/v/aB3_d-Ef9hI', YOUTUBE],
    ['http://m.youtube.com/v/aB3_d-Ef9hI', YOUTUBE],
    ['http://www.youtube.com/v/aB3_d-Ef9hI/', YOUTUBE],
    ['http://www.youtube.com/v/aB3_d-Ef9hI?version=3&autohide=1', YOUTUBE],
    ['http://www.youtube.com/v/aB3_d-Ef9hI&hl=en&fs=1', YOUTUBE],
    ['http://www.youtube.com/v/aB3_d-Ef9hI.swf', YOUTUBE],
    ['http://www.youtube.com/e/aB3_d-Ef9hI', YOUTUBE],
    ['https://www.youtube-nocookie.com/v/aB3_d-Ef9hI?rel=0', YOUTUBE],
    ['http://vimeo.com/moogaloop.swf?clip_id=12345678', 'https://vimeo.com/12345678'],
    ['https://www.vimeo.com/moogaloop.swf?clip_id=12345678&server=vimeo.com', 'https://vimeo.com/12345678'],
    ['http://www.dailymotion.com/swf/x2abcd', 'https://www.dailymotion.com/video/x2abcd'],
    ['http://www.dailymotion.com/swf/video/x2abcd', 'https://www.dailymotion.com/video/x2abcd'],
    ['http://www.dailymotion.com/swf/x2abcd_a-title', 'https://www.dailymotion.com/video/x2abcd'],
    ['http://www.dailymotion.com/swf/video/x2abcd&related=0', 'https://www.dailymotion.com/video/x2abcd'],
  ])('of a Flash player, %s, becomes %s', (address, watch) => {
    expect(watchAddress(address)).toBe(watch);
  });

  it.each([
    'http://www.youtube.com/v/short',
    'http://www.youtube.com/v/',
    'http://www.youtube.com/p/1234567890ABCDEF',
    'http://www.youtube.com/cp/vjVQa1PpcFM',
    'http://vimeo.com/moogaloop.swf',
    'http://vimeo.com/moogaloop.swf?clip_id=x',
    'http://www.dailymotion.com/swf/',
    'https://media.example/player.swf?file=1.flv',
    'https://media.example/player.SWF',
    'https://media.example/player.swf/1',
    '',
    ' ',
    null,
    undefined,
  ])('of a Flash player without a known video, %p, is none', (address) => {
    expect(watchAddress(address)).toBeNull();
  });

  it.each([
    'https://www.youtube.com/watch?v=aB3_d-Ef9hI',
    'https://www.youtube.com/embed/aB3_d-Ef9hI?rel=0',
    'https://youtu.be/aB3_d-Ef9hI',
    'https://player.vimeo.com/video/12345678',
    'https://www.dailymotion.com/embed/video/x2abcd',
    'https://videos.example/v/aB3_d-Ef9hI',
    'https://notyoutube.com/v/aB3_d-Ef9hI',
    'https://media.example/1.mp4',
    'https://media.example/watch?file=player.swf',
    'https://[invalid',
  ])('%s is unchanged', (address) => {
    expect(watchAddress(address)).toBe(address);
  });
});
