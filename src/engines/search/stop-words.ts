import { searchPhrases } from './words.ts'

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''))

/**
 * Stop words in the most common languages of captions, in lower case. A phrase neither begins nor ends with one, and a search that does not
 * match all words drops them first.
 */
export const stopWords: ReadonlySet<string> = wordSet(
  `
  a about after again all also am an and any are aren't as at be because been before being but by can can't could did didn't do does doesn't
  doing don't down each even ever every few for from get got had has have having he her here hers him his how i i'd i'll i'm i've if in into is
  isn't it it's its just let me more most much my no nor not now of off on once one only or other our out over own really same she should so
  some still such than that that's the their them then there these they they're this those through to too under until up us very was we we're
  were what when where which while who who's why will with without won't would yes yet you you'll you're your yours

  al algo ante así aún como con cual cuando de del desde donde e el ella ellos en entre era es esa ese eso esta este esto está fue ha hace han hasta
  hay la las le les lo los más me mi mis mucho muy nada ni nos o os para pero poco por porque pues que quien qué se sea ser si sin sobre solo son
  su sus sí también tan te tengo ti tu tus un una uno y ya yo

  ao aos as até com da das depois do dos ela ele em essa esse este eu foi isso isto já mais mas me meu meus minha muito na nas nem no nos nós num
  numa não ou pela pelo pra pro quando quem sem seu seus só sua suas são também te tem um uma você à às é

  au aux avec avoir c'est ce ces cette chez comme d'un d'une dans des donc du elle en est et il ils j'ai je l'on leur lui là ma mais mes moi mon ne
  notre nous on ont où par pas plus pour qu'il quand que qui quoi sa sans ses si son sont sous sur ta tes toi ton tout très tu une vos votre vous

  aber als am an auch auf aus bei bin bis da dann das dass dein dem den der des die dies doch du durch ein eine einem einen einer er es für gar
  habe haben hat hier ich ihr im in ist ja kann kein keine man mein meine mich mir mit nach nicht noch nur ob oder ohne schon sehr sein sich sie
  sind so um und uns unter vom von vor war was wenn wer wie wieder wir wird wo zu zum zur über

  agli ai al alla alle anche che chi ci come con cosa da dal dalla degli dei del della delle di dopo è e gli ha ho i il in io la le lei lo loro lui
  ma mi mia mio ne nei nel nella noi non o ogni per perché più poi quando quella quello questa questo se senza si solo sono su sua sul sulla suo
  tra tu tutti tutto un una uno voi

  aan al bij dan dat de deze die dit doen door dus een en er ga geen had heb hebben heeft het hij hoe ik je kan maar me meer met mijn naar niet nog
  nu of om onder ook op te tot toch uit van veel voor was wat we wel wij zijn zo zonder zou

  ama bana ben beni bir biraz biri bu bunu çok da daha de değil diye en gibi göre hem hep hiç için ile ise ki kim mi mı mu mü ne neden o olan olarak
  onu sadece sen şey şu ve veya ya

  ada agar akan aku anda atau bagi bahwa banget bisa buat dan dari dengan di dia gak gue ini itu jadi jangan juga kalau kalian kami kamu karena ke
  kita lagi lalu lebih mau mereka nya pada saat saja sama saya sudah supaya tapi tidak untuk yang

  a aby ale bardzo bez bo by być co czy dla do gdy i ich ja jak jest już ku lub ma mam mi mnie może na nad nie o od on ona oni po pod przez przy się
  są ta tak te tego ten to tu tylko ty w we wszystko z za ze że

  а без бы был была были было быть в вам вас вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к как когда кто ли меня
  мне мной мой моя мы на над не него нет ни но ну о об он она они от очень по под при с сам со так там те то только тут ты у уже что чтобы это этот я

  bị cho chỉ có các của cũng cùng do đã đang để đi được gì hay không là lại làm lên mà mình mới một này những như nhưng nên nó ở ra rất rồi sẽ thì
  tôi trên trong từ và vào về với vậy

  और का की के को कि क्या जो तो था थी थे ने पर भी में मैं मेरा मेरी मेरे यह ये वह वो से हर ही हूँ है हैं हो एक इस अब तक

  أن أو أنا إلى إن التي الذي ان او انا اذا بعد بين تم ثم حتى ذلك على عن عند غير في قبل قد كان كل كما لا لم لكن لن ما مع من منذ هذا هذه هل هو هي و يا

  그 나 내 너 더 또 수 안 왜 이 잘 저 좀 제 정말 진짜 너무 다

  από για δεν είναι ένα ένας έχω η θα και με μια μου να ο οι όταν που σε σου στη στην στο τα τη την της τι το τον του των ως

  אבל אז אחרי אם אני את גם הוא היא הם זה זאת יש כי כל לא לי מה מי עד עוד על עם רק של שלי

  আমি আর এই একটি এবং ও করে কি কী থেকে না যে সে`
)

/**
 * Question words, which are rarely the topic: `how to make the best bread` is about bread. They may begin and end a phrase; a search drops
 * them right after the stop words.
 */
const questionWords: ReadonlySet<string> = wordSet(
  `
  anyone beginner beginners best better easiest explain find fix give good great guide happen happens help idea ideas know learn look looking make
  makes making might near nearby need needs please recommend recommendations see show start started starting tell tip tips tutorial
  video videos want way ways whats whose whom

  adónde ayuda buen buena buenas buenos buscar busco cuál cuáles cuándo cuánto cerca cómo dónde empezar encontrar hacer idea ideas mejor mejores
  necesito principiantes puedo quiero quién saber ver videos

  achar ajuda aonde boa boas bom bons como fazer ideia ideias iniciantes melhor melhores onde perto porque posso preciso procuro quais qual quero
  ver vídeo vídeos

  aide bien bon bonne bonnes bons chercher cherche combien comment débutant débutants faire idée idées meilleur meilleure meilleures meilleurs peux
  pourquoi près quel quelle quelles quels trouver vidéo vidéos voir veux

  anfänger beste besten bester finde finden gut gute guten guter hilfe ideen lernen machen mache macht nähe suche tipps video videos wann warum
  welche welchen welcher welches weshalb wieso wo zeig zeigen

  aiuto buona buone buoni buono cercare cerco consigli dove fare idee imparare migliore migliori perchè posso principianti quale quali quanto trovare
  vedere vicino video voglio

  beginners beste goed goede hulp ideeën leren maken tips video waar waarom wanneer welke zoek

  bul en iyi fikir hangi kolay nasıl nedir nerede niye yapılır yapmak yap video

  apa apakah bagaimana bagus bantu belajar bikin buat buka cara cari dimana gimana kapan kenapa mana mengapa pemula siapa terbaik tips tutorial video

  dlaczego dobre dobry gdzie jaka jaki jakie kiedy który która które najlepsza najlepsze najlepszy pomoc pomysły robić szukam zrobić

  где видео делать зачем идеи какая какие какой куда лучшая лучшее лучшие лучший найти научиться нужно помогите почему сделать советы хороший хочу

  cách dạy gợi học hướng dẫn nào nhất ở đâu sao tại tìm tốt ý tưởng xem

  अच्छा अच्छे कब कहाँ कहां कैसे कौन क्यों बनाएं बनाना बनाने बताओ सबसे सीखें

  أريد أفضل أين ابحث افضل اين طريقة كيف كيفية لماذا ماذا متى مين وين ليش نصائح

  βρω γιατί ιδέες καλύτερα καλύτερη καλύτερο καλύτερος κάνω πού πότε πώς

  איזה איך איפה הכי הטוב טוב למה מתי רעיונות

  কখন কীভাবে কেন কোথায় সেরা`
)

const foldedSet = (words: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => searchPhrases(word).flat()))
const folded = foldedSet(stopWords)
const foldedQuestions = foldedSet(questionWords)

/** Whether a folded word is a stop word. */
export const isStopWord = (word: string): boolean => folded.has(word)
/** Whether a folded word is a question word. */
export const isQuestionWord = (word: string): boolean => foldedQuestions.has(word)
