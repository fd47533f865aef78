import { describeAddressForms } from '../../conformance/address-forms';
import { steam } from './index';

describeAddressForms(steam, {
  page: 'https://store.steampowered.com/app/620',
  forms: [
    'store.steampowered.com/app/620',
    'http://store.steampowered.com/app/620/',
    'https://store.steampowered.com/app/620/Portal_2/?l=german&cc=de',
    'https://store.steampowered.com/app/620/Portal_2/?snr=1_7_7_151_150_1&utm_source=x',
    'https://store.steampowered.com/app/620/#app_reviews_hash',
    'https://store.steampowered.com/agecheck/app/620/',
    'https://store.steampowered.com/widget/620/',
    'https://store.steampowered.com/dlc/620/Portal_2/',
    'https://store.steampowered.com/news/app/620',
    'https://store.steampowered.com/recommended/recommendgame/620',
    'https://steamcommunity.com/app/620',
    'https://steamcommunity.com/app/620/reviews/?browsefilter=toprated&snr=1_5_100010_.',
    'https://steamcommunity.com/app/620/discussions/',
    'https://steamcommunity.com/games/620/announcements',
    'https://s.team/a/620',
    's.team/a/620',
  ],
  refused: [
    'https://store.steampowered.com/',
    'https://store.steampowered.com/sub/7877/',
    'https://store.steampowered.com/bundle/232/Valve_Complete_Pack/',
    'https://store.steampowered.com/developer/valve',
    'https://store.steampowered.com/search/?term=620',
    'https://store.steampowered.com/app/0',
    'https://store.steampowered.com/appreviews/620?json=1&filter=recent',
    'https://steamcommunity.com/id/someone/recommended/620/',
    'https://steamcommunity.com/profiles/76561190000000042/recommended/620/',
    'https://steamcommunity.com/sharedfiles/filedetails/?id=620',
    'https://s.team/p/fgct-bggr/gdngrpjf',
    'https://s.team/chat/abc',
  ],
});
