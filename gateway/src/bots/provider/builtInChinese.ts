// The Chinese of the built-in responder.
import type { BuiltInLanguage, RuleInput } from './language.ts';

const stopPairs = new Set(['什么', '我的', '你记', '记得', '得我', '知道', '你知', '道我', '哪里', '多少']);

function introduce({ bot }: RuleInput): string {
  const kind = {
    clone: `${bot.ownerName} 的 AI 分身。我不是 ${bot.ownerName} 本人，只说对方公开过的内容。`,
    assistant: '你的 AI 助手。',
    mate: '你的 AI 伙伴。',
  }[bot.type];
  return `我是 **${bot.name}**，${kind}这台服务器没有连接语言模型，所以我按简单的规则回答。我可以：\n\n- 记住你告诉我的事，并在你问起时说出来\n- 计算，告诉你日期\n- 介绍怎么使用 Amber`;
}

export const chinese: BuiltInLanguage = {
  introductions: [[/你是(谁|什么|真人|人|机器人|ai)|你能做什么|你会什么|你叫什么/iu, introduce]],
  untilDate: /^(?=[^]*(多少天|几天|多久))[^]*?(?<date>\d{4}-\d{2}-\d{2})/u,
  days: (days, date) => (days >= 0 ? `距离 ${date} 还有 **${days}** 天。` : `${date} 已经过去 **${-days}** 天了。`),
  today: /(今天|现在).*(几号|几月|星期|周几|日期|几点|哪天)/u,
  date(now) {
    const today = now.toLocaleDateString('zh-CN', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      weekday: 'long',
      timeZone: 'UTC',
    });
    return `今天是 **${today}**，现在是 ${now.toISOString().slice(11, 16)}（都是 UTC 时间，我不知道你的时区）。`;
  },
  aboutPerson: /^(?=[^]*我)[^]*([?？]|吗|呢|什么|谁|哪|几|多少|怎么)/u,
  onlyMemory: /我/u,
  everything: /关于我|记得我(什么|吗)|知道我(什么|吗)/u,
  name: { asked: /我(叫|是谁|的名字)/u, stated: /我(叫|的名字)/u },
  recalled: '你告诉过我：',
  nothingKnown: '你还没有告诉过我。告诉我，我会记住。',
  keys(question) {
    const characters = question.toLowerCase().match(/\p{Script=Han}|[a-z0-9]/gu) ?? [];
    const pairs = characters.slice(1).map((character, at) => characters[at]! + character);
    return pairs.filter((pair) => !stopPairs.has(pair));
  },
  released: (owner) => `${owner} 公开过这些内容：`,
  asksForHelp: /[?？]|吗|呢|什么|谁|哪|几|多少|怎么|介绍|说明|解释|帮助/u,
  help: [
    [
      /加密|安全|隐私/u,
      '私聊是端到端加密的：服务器上没有人能读到。聊天顶部的按钮显示保护状态和可以核对的安全码。群聊、房间和与 AI 的聊天是公开存储的：服务器可以读到。',
    ],
    [
      /空间|房间|社区/u,
      '**空间**是带有房间的社区。在“发现”里可以找到公开的空间，也可以自己创建一个，并用链接邀请别人。',
    ],
    [/联系人|好友|加人/u, '用“新聊天”按名字或手机号找人，在对方的主页上发送申请。对方接受后就成为联系人。'],
    [/群/u, '在“聊天”里用“新聊天”创建群。群主可以改名和移除成员，所有人都可以邀请。'],
    [/文件|图片|照片|视频/u, '用输入框旁的回形针添加文件，或者把文件拖到聊天里。在加密的聊天中文件也会加密。'],
    [
      /机器人|分身|伙伴|助手/u,
      '在“AI”里可以创建**分身**（用你公开的内容替你回答）或**伙伴**（陪你聊天）。每个账号都有一个**助手**。',
    ],
    [
      /amber|帮助|怎么用|如何使用/iu,
      'Amber 是一个聊天和社区应用：端到端加密的私聊、群、带房间的空间，以及像我这样的 AI 伙伴。可以问我：加密、空间、联系人、群、文件、机器人。',
    ],
  ],
  smallTalk: [
    [
      /^(请)?(记住|记得|别忘了)|^我(的|是|叫|姓|住|来自|在|喜欢|爱|讨厌|有|养)/u,
      () => '谢谢你告诉我。我记下的内容在“记忆”列表里，可以随时修改或删除。',
    ],
    [
      /^(你好|您好|嗨|哈喽|早上好|晚上好|下午好)/u,
      ({ bot, person }) =>
        `你好，${person}！我是 ${bot.name}，${bot.type === 'clone' ? `${bot.ownerName} 的 AI 分身` : '一个 AI'}。${bot.type === 'mate' ? '今天过得怎么样？' : '有什么可以帮你？'}`,
    ],
    [/谢谢|感谢|太好了/u, () => '不客气！'],
    [/再见|晚安|拜拜/u, () => '再见！你告诉我的事我都记着。'],
    [/难过|累|孤独|压力|生气|害怕|不开心/u, () => '听到这个我很难过。愿意多说一点吗？'],
  ],
  notReleased: (owner) => `${owner} 没有公开过这方面的内容。可以问别的，或者直接写信给 ${owner}。`,
  notUnderstood: () => '我不明白：这台服务器没有连接语言模型，我只懂一些简单的规则。可以问我：“你能做什么？”',
  greeting: ({ person, memories }) =>
    memories.length > 0
      ? `你好，${person}！你告诉过我：“${memories.at(-1)}”最近怎么样？`
      : `你好，${person}！今天过得怎么样？`,
};
