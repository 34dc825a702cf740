/**
 * What people say in many ways, each line one thing; the first way names it. Words that mean other things by themselves
 * ("move", "date") stand only in phrases. What the data doesn't say, or says of something else, isn't counted. A way with
 * "+" tells it only beside other words: it is counted, but a question that says it alone may mean something else. One with
 * "~" is counted only for a question that says more than the thing: a "rate" that is wrong is one of exchange, another isn't.
 */
const CONCEPTS = `
  cash withdrawal | withdraw cash | withdraw money | withdraw | withdrawal | ATM | cash machine | cash point | cashpoint | hole in the wall | take out cash | take out money | take cash out | take money out | get cash out | get money out | cash out of a machine | pull out cash | money from a machine | draw cash | draw money
  wrong amount of cash | wrong amount of money | wrong amount of notes | +wrong amount | +incorrect amount | +less money than | +less cash | +less than I asked | +less than I wanted | +only gave me | +only got | +only received | +rest of my cash | +rest of my money | +partial amount | +short changed | +not enough cash
  swallowed | +ate my card | +eaten my card | +stuck in | +give my card back | +get my card back
  save money | savings account | put money aside | put money away | set money aside | set money by | build up savings | emergency fund | nest egg | rainy day fund | save cash | save up | save a deposit | save more | save every month | have saved | saving money | +stop spending money | +spend less money | +budget | +more money in the bank | +piggy bank | +save a lot | +save more money | +financially | +spend wisely | +stop wasting money | +saving for a | +save up for
  pay off debt | pay debts | get out of debt | clear debt | pay down debt | debt free | pay off loan | pay off credit card | pay back loan | clear credit card | no more debt | pay back money
  refund | money back | reimburse | reimbursement | give money back | return my money | chargeback
  send money | transfer money | wire money | money transfer | wire transfer | move money
  top up | topup | top up account | add money | load money | add funds | put money on | put money in | reload | +deposit money | put money into | +money into my account | +transfer into my account
  bank transfer | transfer from my bank | transfer from another bank | transfer from another account | wire transfer | SEPA | SWIFT | ~transfer
  cheque deposit | deposit a cheque | pay in a cheque | cash a cheque | +a cheque | +my cheque | +the cheque
  exchange currency | currency exchange | change currency | convert currency | exchange money | convert money | change money | foreign exchange | swap currency
  exchange rate | conversion rate | rate of exchange | currency rate | ~rate | ~exchange | ~conversion
  is wrong | wrong | incorrect | not right | not correct | inaccurate | +mistake | +error | +too high | +bad | +messed up | +should be | +different | +off
  direct debit | standing order | recurring payment | automatic payment | regular payment
  charged twice | charged double | double charge | duplicate charge | billed twice | paid twice | two charges | duplicate payment | charged two times | same charge | taken twice | charged more than once | double charged | charged multiple times | multiple charges | charged several times | double payment | paid double | +payment twice | +transaction twice | +payment two times | +duplicated | +duplicate | +same transaction | +same payment | +two payments | +charged again
  extra fee | hidden fee | extra charge | additional charge | additional fee | unexpected charge | unexpected fee | surcharge
  charged a fee | +pay a fee | charge | fee | cost
  a payment | payment | transaction | purchase | +paid for
  payment on account | +payment | +transaction | +purchase | +charge | +direct debit | +cash withdrawal | +withdrawal | +money taken | +took money | +withdrew money | +withdrew cash
  card payment | payment by card | pay by card | paid with card | pay with card | card transaction | card purchase | +charge on card | +purchase on card | +payment on card | +bought with my card
  pay by card | pay with card | paid with card | +bought with my card | +use card | +using my card | +card payment | +payment by card | +card transaction | +card purchase
  a transfer | transfer | send money | wire money | transfer money | money transfer | move money | transferred funds | ~sent the money | ~money I sent
  the recipient | recipient | beneficiary | payee | ~friend | ~landlord | ~seller | ~retailer | ~merchant | ~other person
  declined | rejected | refused | denied | not accepted | turned down | not go through
  stolen | theft | robbed | mugged | nicked | pickpocket | someone took
  lost | missing | misplaced | left behind | can not find | mislaid
  used by someone else | someone else uses | someone else using | someone else used | somebody else uses | someone using | somebody using | compromised | fraudulent use | misused | hacked | unauthorized use
  fraud | scam | scammer | ripped off | con artist | swindle | fraudulent
  contactless | tap to pay | tap and pay | tap card
  not recognise | +unknown | unfamiliar | unauthorized | did not make | did not authorize | did not do | have not made | have not authorized | was not me | not by me | not done by me | not made by me | did not create | did not request | without my permission | without my knowledge | without my consent | +should not be there | +not belong to me | +not recall | not familiar | not mine | +not know where | +not remember | +fishy | +odd | +strange | +suspicious | +weird | +dispute | +disagree with | +fraudulent | +no idea what | not approve | not set up | have not seen before | +someone made | +somebody made | +someone else made | +unusual | +did not withdraw | +did not take out | +know nothing about | +did not buy | +not think I made | +did not initiate
  invest | investment | +stocks | shares | stock market | invest money | buy shares
  salary paid | salary paid in | get my salary | receive my salary | salary deposited | +paycheck | +wages | +payroll | +salary into | +my salary
  earn more | make more money | higher income | get paid more | more income | earn more money | bigger salary
  pay rise | pay raise | get a raise | salary increase | higher salary | better salary | better pay
  budget | make a budget | stick to a budget | spend less | spend less money | cut spending | live within means | stop wasting money
  retirement | retire | pension | retire early
  buy a house | buy a home | own a home | house deposit | mortgage | first home | property ladder | buy an apartment | buy a flat | down payment
  do taxes | tax return | file taxes | taxes | tax
  open an account | new account | set up an account | create an account | sign up | register
  close account | delete account | cancel account | terminate account | shut account | shut down account | deactivate account | get rid of account
  forgot password | forgotten password | reset password | lost password | not remember password | restore password | not know password | password recovery | recover password | new password | retrieve password | what is my password | can not remember password | +what my password is | +forgot login | forgotten login | +locked out
  forgot passcode | forgotten passcode | reset passcode | lost passcode | not remember passcode | not know passcode | change passcode | lost password | reset password | forgot password | change password | recover passcode | retrieve passcode | passcode retrieval | what is my passcode | passcode not work | new passcode | need passcode | not remember password | not know password | forgot code | forgotten code | forgot my code | +what my password is | +what is my code | +no longer remember | +can not remember | recover password | new password
  change pin | new pin | reset pin | different pin | modify pin | update pin | choose pin | set pin
  pin blocked | pin locked | unblock pin | unlock pin | locked out | too many pin attempts | wrong pin | too many attempts
  login | log in | sign in | log on | get into account | access account | locked out of account
  verify identity | prove identity | identity check | identity verification | confirm identity | proof of identity | prove who | verify ID | ID check | KYC | validate identity | check identity | identity proof | ID verification | verify account | +identity details | +identity information | verify myself | prove who I am | +my identification | provide identity | proof of identification
  personal details | personal information | personal info | +address | +last name | +surname | +my details | +my information | +phone number | personal data
  age limit | age requirement | minimum age | how old | old enough | too young | age restriction | under 18 | legal age | what age | +for children | +for my children | +for my kids | +for my child | +for my son | +for my daughter | +teenager
  arrive | arrival | deliver | delivery | receive | come in the mail | +came | +mail | +post | turn up | show up | get here | track | tracking | on its way | shipped | shipping | +waiting
  not arrived | not come | not received | not here | not delivered | not turned up | not shown up | waiting | missing | not show | not see | not appear | have not got | not gotten | do not have it | still do not have | not reached | where is my | +track my | +tracking number | +when will my | +how long until | +should be here
  balance not updated | balance not change | balance the same | not in balance | not in my account | not credited | not reflected | balance has not changed | not showing in my balance | not showing in account | not appear in account | not see in account | not on my statement | +not show | +not appear | update balance | balance not reflect | not deposited | not posted | +still the same | +not added to | +not up to date | +where is the money | +not include
  pending | +waiting | still processing | being processed | in progress | has not completed | has not gone through | not gone through yet | not completed yet | not cleared | delay | +taking so long | +take so long | +taking a long time | +taking too long | +taking forever | +takes forever | +yet to complete | +has not happened | +has not posted | +not instant | +stuck | +taking a while
  stuck as pending | stuck pending | stuck on pending | pending status | +pending | +in progress | +still processing
  failed | fail | unsuccessful | not work | not go through | not successful | unable to complete | could not complete | can not complete | +not able to complete
  not work | broken | stopped working | does not function | failed | out of order | does not respond | not function | +can not use | unable to use | +not able to use | +will not let me use
  reverted | reverse | +cancelled | +returned | sent back | went back
  cancel | undo | reverse | revert | +take back | call off
  expire | expiry | expiration | run out | out of date | expires soon
  accepted | +use card | +valid | +work at
  activate | activation | set up card | start using card | +enable | +turn on
  second | another | additional | extra | spare | more than one | +more
  link card | connect card | add card | attach card | reconnect card | put card in app
  lose weight | weight loss | slim down | shed pounds | lose pounds | drop pounds | shed weight | drop weight | lose lbs | lose fat | lose kilos | get slim | trim down | drop a dress size | get thinner | lose my belly | lose a stone | shed kilos | +weightloss | get skinny | be skinny | +lose inches | +lost weight | +lose the baby weight | +loose weight | +weigh less | +flat stomach | +lose my gut | +get rid of belly | +drop a size | +on a diet | +new diet | +diet starts | +start diet
  fitness | get fit | get in shape | keep fit | stay fit | get into shape | stay in shape | better shape | get back in shape | physically fit | in good shape | fit and healthy | become fit | be in shape | be fit | +get ripped | +tone up | +get toned | +get strong | +beach body
  exercise | work out | workout | +gym | +hit the gym | +go to the gym | exercise more | +fitness | work out more | +get fit | +run more | +go running | +go for a run | +daily run | +running | +jogging | +jog | +yoga | +crossfit | +lift weights | +cardio | +walk more | +get in shape | +stay fit | +stay in shape | +physical activity | +bike more | +swim more | +pilates | +zumba | +spin class | +join a gym
  eat healthier | eat healthy | eat better | healthy eating | eat right | eat clean | better diet | healthier diet | healthy food | eat well | less junk food | watch what I eat | healthy diet | eat more vegetables | clean eating | stop eating junk | no junk food | cut out junk food | healthy meals | +eating habits | +eat more fruit | eat less junk | +eat less fast food | +less fast food | +no fast food | +stop eating fast food | +give up fast food | +give up junk food | +cut out sugar | +less sugar | +less soda | +no soda | +give up soda | +quit soda | +gluten free | +fewer carbs | +less carbs | +no carbs | +eat less meat | +whole foods | +paleo | +eat organic | +clean food | +cook healthy | +more fruit and vegetables | +more veggies | +eat more veggies | +eat my vegetables | +nutrition | +stop eating so much | +stop overeating | +eat less chocolate | +a diet | +the diet | +on a diet | +new diet | +diet starts | +start diet | +vegetables | +veggies | +calories | +smoothies | +portion control | +no more soda | +stop drinking soda | +no more fast food | +no more junk food | +junk food | +healthy snacks | +nutritious
  quit smoking | stop smoking | give up smoking | give up cigarettes | quit cigarettes | stop cigarettes | smoke free | smoke less | cut out cigarettes | no cigarettes | no more smoking | quit tobacco | stop vaping | kick smoking
  drink less alcohol | less alcohol | cut down on drinking | stop drinking | quit drinking | give up alcohol | give up drinking | get sober | stay sober | no alcohol | cut back on alcohol | give up booze | less beer | less wine | no more drinking | quit alcohol | dry january | +less drinking | +drink less | no drinking | stop getting drunk | +not get drunk | +quit beer | +no beer | +get drunk less | no more alcohol | +alcohol free | +stop drinking beer | +less vodka | +no vodka | stop drinking so much
  drink less soda | quit soda | stop drinking soda | no soda | give up soda | less soda | no more soda | stop drinking pop | less coke | quit pop
  sleep more | more sleep | better sleep | get enough sleep | go to bed earlier | go to sleep earlier | earlier nights | sleep better | sleep earlier | fix sleep schedule
  run a marathon | marathon | half marathon
  mental health | therapy | therapist | anxiety | depression | wellbeing
  stress less | less stress | reduce stress | relax more | worry less | calm down | stop worrying | stop stressing | be calmer | take it easy
  meditate | meditation | mindfulness | +yoga
  drink more water | drink water | more water | stay hydrated | hydrate | enough water
  have a baby | get pregnant | pregnant | pregnancy | expecting a baby | give birth | become a parent | start a family | become a mother | become a father
  less sugar | no sugar | quit sugar | cut out sugar | stop eating sugar | give up sugar | no sweets | less candy | fewer sweets
  less caffeine | less coffee | quit coffee | give up coffee | no coffee | quit caffeine
  vegetarian | vegan | stop eating meat | no meat | give up meat | plant based | less meat | meat free
  see a doctor | doctor | medical appointment | check up | +dentist
  new job | find a job | get a job | change jobs | better job | switch jobs | land a job | different job | look for work | find work | dream job | job hunt | new career | full time job
  quit job | leave job | quit my job | resign | hand in notice | give notice | leave work | walk out on job | quit work
  get promoted | promotion | climb the ladder | move up at work | career advancement
  start a business | own business | small business | start a company | own boss | launch a business | self employed | startup | entrepreneur | found a company | open a shop | open a store | side business
  work from home | remote work | work remotely | home office | remote job | telecommute
  hire staff | hire people | recruit | recruitment | hiring | find staff | take on staff | new employees
  lose a job | laid off | made redundant | get fired | sacked | lose my job
  work life balance | work less | fewer hours | overwork | burnout | less overtime
  customer service | customer support | help desk | support team | contact support
  real person | real human | talk to a human | speak to a human | human agent | speak to someone | talk to someone | live agent | speak to a person | talk to a person | human support | human help
  book appointments | schedule appointments | appointment booking | schedule meetings | book meetings | appointments | scheduling
  bookkeeping | accounting | do the books | accounts payable | ledger
  public speaking | give speeches | speak in public | give a speech
  network more | networking | meet professionals | grow my network
  travel | trip | see the world | travel the world | travel more | go abroad | visit new places | travel the country | take a trip | more trips | road trip | +roadtrip | +visit europe | +visit another country | +vacation | explore the world | +backpack | +sightseeing | +travelling | +get out of the country | +new countries | +visit more | see new places | +explore new places | +visit somewhere new | +passport | +wanderlust | +go on an adventure | +go to europe | +go to paris | +see more of the world
  travel abroad | go abroad | overseas | abroad | foreign country | other countries | another country | different country | out of the country
  go on vacation | vacation | holiday | go on holiday | take a holiday | get away
  move house | new house | new home | new apartment | move to a new place | relocate | move out | moving house | just moved | new address
  learn to drive | driving license | driving licence | drivers license | driving test | get my license | drive a car
  spend time with family | family time | time with kids | time with my family | more family time | time with children | see family more | time with parents | be there for my family
  get married | wedding | tie the knot | marry | get engaged | marriage
  find love | find a partner | +get a boyfriend | +get a girlfriend | +find a girlfriend | +find a boyfriend | start dating | meet someone special | find somebody | fall in love | new relationship | +find a husband | +find a wife | find someone | +find the one | meet someone | +date more | soulmate | soul mate | true love | +find the right guy | +find a good man | +find a man | +find a woman | +find me a | find someone to love | be in a relationship | +not be single | stop being single | +date someone | +find a date | +go on dates | +go on a date
  make friends | new friends | meet new people | meet people | more friends | social life | +more friendships | build friendships | +friendships | make more friends | +hang out with friends | make new friends | +find friends
  keep in touch | stay in touch | keep in contact | reconnect | catch up with friends | call my parents | call more often | call my mom
  kindness | be kinder | be nicer | nicer to people | nicer person | kinder person | be nice | be kind | treat people better
  get a dog | +adopt a dog | +puppy | +get a puppy | get a pet | +get a cat | +adopt a cat
  break up | +divorce | split up | end a relationship | get divorced
  learn a language | +learn spanish | +learn french | +learn german | +learn italian | +learn japanese | +learn english | +speak spanish | +speak french | foreign language | new language | second language | language lessons | +speak german | +speak italian | speak a language | fluent | +spanish lessons
  go back to school | back to college | +get a degree | +finish my degree | graduate | finish school | finish college | go to university | further education | go to college | +degree
  better grades | good grades | improve my grades | straight as | study harder | study more | do well in school | pass my exams | pass my classes | do better in school | higher gpa | get good marks
  reading | read more | read more books | read books | read a book | read a novel | +read every day | +read another book | +reading list | +read a chapter
  write a book | writing a book | write a novel | novel | memoir | publish a book | finish my book | become an author | write my book | write books | childrens book | finish a novel
  learn to code | learn programming | coding | programming | learn to program | +learn python | software developer
  learn an instrument | +play guitar | +learn guitar | +play piano | +learn piano | +piano lessons | +guitar lessons | play an instrument | +learn the guitar | +learn the piano | play music
  artificial intelligence | AI | +machine learning | +AI agents
  organized | get organized | be organized | more organized | declutter | tidy up | clear out | get rid of stuff | clean house | clean my room | be tidier | be neater | organize my life | +declutter my | organization | +clean up my room | +organize my house | +clean out my | +get my life together | +tidy
  gardening | garden | grow vegetables | grow my own food | plant flowers
  cooking | cook more | cook at home | home cooking | learn to cook | cook meals | cook dinner | home cooked
  home improvement | renovate | renovation | remodel | do up the house | redecorate | fix up the house | paint the house
  Apple Pay | applepay | apple wallet
  Google Pay | googlepay | google wallet | android pay
  lost phone | phone stolen | lose phone | lost my phone | stolen phone | lost mobile | left phone | missing phone | without my phone | phone was stolen | phone got stolen | +stole my phone | +lost my mobile | can not find my phone | +phone is gone | +phone is missing | +phone taken
  less screen time | less phone | less time on my phone | put my phone down | phone addiction | off my phone | use phone less
  less television | watch less tv | less tv | +watch less netflix | stop watching tv | +less netflix
  less social media | +less facebook | +delete facebook | +off facebook | +quit facebook | off social media | +less twitter | +off twitter | +delete twitter | +less instagram | +stay off facebook | +quit twitter
  data protection | GDPR | privacy | private data | data privacy | data security | personal data | protect data | confidential | keep data safe | confidentiality | where is data stored | data stored | privacy policy
  delete data | erase data | remove data | +delete my information | right to be forgotten
  free trial | trial period | try for free | test for free | try it first | trial version
  free plan | free version | free tier | free account
  cancel subscription | unsubscribe | end subscription | stop subscription | cancel plan | cancel membership
  price | pricing | cost | +how much | expensive | cheap | price list
  discount | coupon | promo code | voucher | special offer | money off | cheaper
  error message | error | bug | crash | glitch
  app crash | app freezes | app not work | app broken | app keeps closing | app hangs | app down
  slow | takes forever | lag | takes too long | loading forever
  answer the phone | phone agent | voice agent | voice assistant | pick up the phone | take calls | answer calls | phone calls | phone bot | picking up calls
  spam | junk mail | unwanted email | unwanted mail
  integrate | integration | connect to | work with | sync with | plug into | integrates
  crypto | cryptocurrency | cryptocurrencies | +bitcoin | +ethereum | +USDC | stablecoin
  export data | download data | get data out | export
  return an item | send it back | return policy | returned an item | return the product
  track order | order status | order not arrived | where is my order | order tracking | +my order
  late delivery | delivery late | delayed delivery | delayed parcel | package late | shipping delay
  out of stock | sold out | unavailable | not in stock
  online shop | online store | web shop | ecommerce | webshop | shop online | online shopping | e-commerce
  be happier | happy | happiness | be happy | +enjoy life | +joy | happier | find happiness
  positive | be positive | more positive | think positive | positive attitude | positive outlook | optimistic | positivity | less negative | positive thinking | stay positive | look on the bright side | better attitude | positively | be optimistic | +good vibes | +less pessimistic | +no negativity | +stop being negative | +negativity | +cut out negativity | +stop being so negative | +negative people | +positive vibes | +see the good | +better outlook | +glass half full
  confidence | be confident | more confident | self confidence | self esteem | believe in myself | love myself | self love | stop doubting myself
  complain less | stop complaining | no complaining | stop moaning | whine less | stop whining
  swear less | stop swearing | stop cursing | curse less | cuss less | stop cussing | bad language | watch my language | no swearing
  procrastinate less | stop procrastinating | stop putting things off | procrastination | procrastinate | stop being lazy | be less lazy | stop putting off | not be lazy | less lazy | quit being lazy | +not being lazy | +so lazy
  be on time | punctual | stop being late | less late | not late | be early
  help others | volunteer | volunteering | charity | give back | donate | good cause | charity work | help people | soup kitchen | donations
  God | go to church | closer to god | church more | church | pray more | +pray | +prayer | read the bible | +bible | faith | walk with god | read my bible | +jesus | +christ | +lord | religion | religious | +christian | +spiritual | +scripture | +worship | +daily devotional
  patience | be patient | more patient | lose temper less | control my temper | less angry
  try new things | something new | new experiences | step out of my comfort zone | comfort zone | new hobby | be adventurous
  protect the environment | recycle | climate change | carbon footprint | eco friendly | less plastic | green energy
  grateful | be grateful | gratitude | more thankful | appreciate more | be thankful
  let go of the past | +move on | forget the past | stop living in the past | +let go | forgive
  stop biting nails | bite my nails | nail biting | biting my nails
  take more photos | photography | take more pictures | take photos
  play video games | video games | play games | +play xbox | +play playstation
  be myself | stay true to myself | be true to myself | stop caring what people think | care less what people think
  spend less time online | internet less | less internet | offline more | log off
  wake up earlier | get up earlier | be an early riser | morning person | early bird | rise early | wake up early
  stop eating fast food | no fast food | less fast food | quit fast food | stop eating out | less takeaway | +no mcdonalds
  concert | concerts | gigs | live music | festivals | music festival
  learn something new | new skill | learn new things | take a class | take a course | improve my skills
  buy a car | new car | first car | a better car
  learn to swim | swimming lessons | swim more | swimming
  play sport | +play football | +play soccer | +play tennis | join a team | sports team
  watch films | watch movies | go to the cinema | movies | films
  write a diary | keep a diary | journal | journaling | keep a journal | diary
  hair loss | grow my hair | long hair | grow out my hair
  lost luggage | lost bag | lost baggage | missing suitcase | missing luggage
  book a flight | flight booking | plane ticket | flights | airline ticket
  insurance | insure | insured | policy claim
  electric car | EV | hybrid car
  change my name | name change | new surname | changed my name | married name
  broken phone | cracked screen | phone screen | phone repair
  two factor | 2FA | two step verification | authenticator | one time code | verification code
  screen reader | accessibility | blind | visually impaired
  translate | translation | translator
  write emails | answer emails | reply to emails | email replies | inbox | clear my inbox
  monthly report | write reports | weekly report | reports
  gift | present | birthday present
`;

/** A way to say a thing. */
interface Way {
  said: string;
  /** True where a question that says it means the thing. */
  isTelling: boolean;
  /** True where it is counted only beside other words of a question. */
  isBeside: boolean;
}

/** The ways to say a thing, by line. */
export const WAYS: readonly (readonly Way[])[] = CONCEPTS.trim()
  .split("\n")
  .map((line) =>
    line.split("|").map((way) => ({
      said: way.trim().replace(/^[+~]/, ""),
      isTelling: !/[+~]/.test(way),
      isBeside: way.includes("~"),
    })),
  );
