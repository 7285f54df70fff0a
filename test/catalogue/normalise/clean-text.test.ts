import { cleanText, cutText } from '../../../src/catalogue/input/normalise/clean-text.js';

describe('cleanText', () => {
  it.each([
    ['Rock &amp; Pop', 'Rock & Pop'],
    ['Rock &amp;amp; Pop', 'Rock & Pop'],
    ['Caf&eacute; M&uuml;ller', 'Café Müller'],
    ['Don&#8217;t &#x2013; stop', 'Don’t – stop'],
    ['It&#039;s &quot;live&quot;', 'It\'s "live"'],
    ['Price&nbsp;list', 'Price list'],
    ['Tom &amp;#8211; Ada', 'Tom – Ada'],
    ['AT&T and R&B', 'AT&T and R&B'],
    ['a &notanentity; b', 'a &notanentity; b'],
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['W<b>or</b>d <em>of</em> mouth', 'Word of mouth'],
    ['line<br />break<br>twice', 'line break twice'],
    ['&lt;p&gt;escaped &lt;strong&gt;markup&lt;/strong&gt;&lt;/p&gt;', 'escaped markup'],
    ['&amp;lt;p&amp;gt;escaped twice&amp;lt;/p&amp;gt;', 'escaped twice'],
    ['Show<script>alert("x < y")</script> tonight', 'Show tonight'],
    ['<style type="text/css">p { color: red }</style>Text', 'Text'],
    ['<!-- wp:paragraph --><p>Block</p><!-- /wp:paragraph -->', 'Block'],
    ['<img alt="a > b" src="x.jpg">Picture', 'Picture'],
    ['<a href="https://x.example/?a=1&amp;b=2">Link</a> there', 'Link there'],
    ['cut off <a href="https://x.exam', 'cut off'],
    ['<o:p>Word</o:p> paste', 'Word paste'],
    ['<![CDATA[Feed text]]>', 'Feed text'],
    ['<PIG> live', '<PIG> live'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['I <3 you', 'I <3 you'],
    ['First\\nSecond\\r\\nThird', 'First Second Third'],
    ['caf\\u00e9 \\"quoted\\" and\\/or', 'café "quoted" and/or'],
    ['tab\there\r\nline', 'tab here line'],
    ['it\u0092s \u0093quoted\u0094', 'it’s “quoted”'],
    ['half \ud83d emoji \ufffe', 'half emoji'],
    ['nul \u0000 bell \u0007', 'nul bell'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ['東京公演<br/>一日目', '東京公演 一日目'],
  ])('reads %j as %j', (written, text) => {
    expect(cleanText(written)).toBe(text);
  });

  it('reads hostile markup in linear time', () => {
    const before = performance.now();
    cleanText('<a "'.repeat(16_000));
    cleanText('<!--'.repeat(16_000));
    cleanText('&amp;'.repeat(13_000));
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe('cutText', () => {
  it.each([
    ['short', 'short'],
    ['words words words words', 'words words words…'],
    ['👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽', '👍🏽👍🏽👍🏽👍🏽…'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧👩‍👩‍👧…'],
    ['e\u0301'.repeat(12), `${'e\u0301'.repeat(9)}…`],
    ['🇩🇪🇫🇷🇮🇹🇪🇸🇵🇱🇨🇿', '🇩🇪🇫🇷🇮🇹🇪🇸…'],
    ['https://example.org/a-long-path', 'https://example.org…'],
  ])('cuts %j at 20 characters: %j', (text, cut) => {
    expect(cutText(text, 20)).toBe(cut);
    expect(cutText(text, 20)).not.toMatch(/\p{Surrogate}/u);
  });

  it.each([
    ['Japanese', '今年の夏、野外ステージで開催される音楽祭。'],
    ['Chinese', '今年夏天在户外舞台举行的音乐节欢迎大家参加。'],
    ['Thai', 'เทศกาลดนตรีกลางแจ้งในฤดูร้อนนี้ขอเชิญทุกท่านเข้าร่วม'],
  ])('keeps most of a text in %s, which has no blanks', (_language, sentence) => {
    const text = `Live ${sentence.repeat(40)}`;
    expect(cutText(text, 500).length).toBeGreaterThan(480);
    expect(cutText(text, 500).length).toBeLessThanOrEqual(500);
  });
});
