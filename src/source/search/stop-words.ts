import { searchPhrases } from './words.ts'

/**
 * Words that say how a sentence hangs together, in the languages that are written with spaces and most captions are in: left out first when not
 * everything that was typed is found together. Accents do not count.
 */
const texts = {
  english: `a about all an and any are as at be best but by can do does for from get has have her his how i if in into is it its just
    me my no not of on or our out she he so that the their them then there they this to up us was we what when where which who why will
    with you your`,
  spanish: `al como con de del donde el ella en es esta este la las lo los mas mi muy no nos para pero por que se si sin su sus te tu un una unos y yo`,
  portuguese: `ao aos as com da das de do dos e em eu foi isso mais mas me meu minha na nao nas no nos o os ou para pela pelo pra que se sem seu sua um uma voce`,
  french: `au aux avec ce ces cette comment dans de des du elle en est et il ils je la le les leur ma mais me mes mon ne nous on ou par pas
    plus pour qu que qui sa se ses son sur ta tes ton tu un une vous y`,
  german: `als am an auch auf aus bei bin das dass dem den der des die du ein eine einen einer er es fur ich im in ist man mein meine mit
    nach nicht noch nur oder sich sie sind so und uns vom von was wie wir wo zu zum zur`,
  italian: `agli ai al alla che chi ci come con da dal degli dei del della delle di e gli il in io la le lo ma mi nel nella no non per piu se
    si sono su sul ti tra tu un una uno`,
  indonesian: `ada aku apa atau bisa buat cara dan dari dengan di dong gak ini itu juga kalau kamu ke kita lagi mau oleh pada saya sama sudah
    tidak untuk yang`,
  turkish: `acaba ama bana bir biz bu cok da daha de en gibi hem icin ile kadar ki mi mu ne nasil o olan sen siz su ve ya`,
  vietnamese: `ban cac cach cho co cua duoc khong la lam mot nay nhung o the thi toi trong va voi`,
  russian: `а бы в вы для до его ее если же за и из или их к как кто мне мой моя мы на не но о он она от по при с со так то ты у что это я`,
  greek: `απο για δεν ειναι η θα και με μου να ο οι που σε στα στη στην στο τα τη την τησ το τον του των`,
  arabic: `الى ان انا او اي على عن في كل كيف لا ما مع من هذا هذه هو هي و يا`,
  hebrew: `אל אם את גם הוא היא זה יש כי כל לא לי מה מי על עם של`,
  hindi: `और एक का कि की के को तो में मैं यह ये से ही है हैं पर ने भी`,
  bengali: `আমি আর এই একটি এবং ও করে কি কী থেকে না যে সে`
}

const stopWords: ReadonlySet<string> = new Set(Object.values(texts).flatMap((text) => searchPhrases(text).flat()))

/** Whether a folded word is one of them. */
export const isStopWord = (folded: string): boolean => stopWords.has(folded)
