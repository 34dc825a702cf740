import { plan } from "./planFixture";
import { normalised } from "../../setup/planText";

const TOP_BY_REGION = "breakdown region=Northeast by category; breakdown region=South by category";

describe("the plainest forms of a question", () => {
  it.each([
    ["How many fall under Time/Organization?", "count topic=Time/Organization"],
    ["How many are in Business and Career?", "count (category=Business | category=Career)"],
    ["How many women are in Business or Career?", "count (category=Business | category=Career) among gender=female"],
    ["How many are from Texas and California?", "count (state=CA | state=TX)"],
    ["How many men and women want to travel?", "compare gender=female / gender=male on 'travel'"],
    ["List the categories with their sizes", "breakdown all by category"],
    ["What are the categories?", "breakdown all by category"],
    ["List the states where people want to travel", "breakdown 'travel' by state"],
    ["Break travel down by region and gender", "breakdown 'travel' by region; breakdown 'travel' by gender"],
    ["Travel by gender and by region", "breakdown 'travel' by gender; breakdown 'travel' by region"],
    ["How many tweets in total?", "count all"],
    ["Is saving money a common resolution?", "count 'save money'"],
    ["So are refunds a big issue?", "count 'refund'"],
    ["Which resolutions skew female?", "compare gender=female / gender=male"],
    ["Yoga vs swimming", "rank 'swimming' / 'yoga'"],
    ["How many have yoga as a resolution, and how many have running?", "count 'yoga'; count 'run'"],
    [
      "Among men, what share is health?",
      "count category=Health & Fitness among gender=male; count 'health' among gender=male",
    ],
    [
      "What share of men's resolutions is health?",
      "count category=Health & Fitness among gender=male; count 'health' among gender=male",
    ],
    [
      "My editor says men want to travel more than women, is that so?",
      "compare gender=female / gender=male on 'travel'",
    ],
    [
      "What percentage of people want to travel, overall and among women?",
      "count 'travel'; count 'travel' among gender=female",
    ],
    ["How many mention travel and the gym in the same goal?", "count ('travel' & 'gym')"],
    ["How many are in Business plus Career?", "count (category=Business | category=Career)"],
    [
      "Tell me the split between men and women for each category",
      "breakdown gender=male by category; breakdown gender=female by category",
    ],
    ["How many want to change something (fees, refunds, transfers)?", "rank 'change fee' / 'refund' / 'transfer'"],
    ["Do people want to drink less or drink more?", "rank 'drink less' / ('drink' & not('drink less'))"],
    ["Do people want to drink less or more?", "rank 'drink less' / ('drink' & not('drink less'))"],
    ["Is travel more male?", "breakdown 'travel' by gender"],
    ["What's the most popular category in each region?", TOP_BY_REGION],
    ["What's the most popular resolution in each region?", TOP_BY_REGION],
    ["If we leave out travel, how many want to read?", "count ('read' & not('travel'))"],
    ["How old are the people who want to travel?", "breakdown 'travel' by age"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each([
    ["What goes wrong with people's top ups?", "top 'top up'"],
    ["How many chats re: refunds?", "count 'refund'"],
    ["How many mention a fee for the withdrawal of cash?", "count 'cash fee withdrawal'"],
    ["How many mention a fee or charge for a withdrawal?", "count ('fee withdrawal' | 'charge withdrawal')"],
    ["How many ask about fees and refunds?", "count ('fee' | 'refund')"],
    ["How many want to top up by card or cash?", "count ('top up card' | 'top up cash')"],
    ["We want to launch an exchange for cash, is there interest?", "describe 'cash exchange'"],
    ["We plan a virtual card, is there any demand?", "count 'virtual card'"],
    ["Are there more questions about lost or about stolen cards?", "rank 'lost card' / 'stolen card'"],
    ["Rank lost, stolen and declined cards", "rank 'lost card' / 'stolen card' / 'declined card'"],
    ["How many ask about lost and stolen cards?", "count ('lost card' | 'stolen card')"],
    ["How many refunds are there, in absolute numbers and percent?", "count 'refund'"],
    ["How many ask about refunds or cards for their family?", "count ('refund family' | 'card family')"],
    ["How many say a card or transfer was declined?", "count ('declined card' | 'declined transfer')"],
    ["How many want to get more books?", "count 'book'"],
    ["How many want to give up or cut down on sugar?", "count 'stop sugar'"],
    ["How many transfers didn't go through?", "count 'decline transfer'"],
    [
      "Which of lost, stolen or declined cards is the most frequent?",
      "rank 'lost card' / 'stolen card' / 'declined card'",
    ],
    ["Of those who mention refunds, how many mention a fee?", "count 'fee' among 'refund'"],
    ["Among the questions about refunds, what's the most common problem?", "top 'refund'"],
  ])("of chats: %s", (question, expected) => expect(plan([question], false, "chats")).toBe(normalised(expected)));
});

describe("what follows a ranking", () => {
  const RANKED = "Rank yoga, reading and travel";
  it.each([
    ["What's left?", "count not(('yoga' | 'read' | 'travel'))"],
    ["And the rest?", "count not(('yoga' | 'read' | 'travel'))"],
    ["How many of those mention money?", "count 'money' among ('yoga' | 'read' | 'travel')"],
    ["Only the ones about money", "rank 'yoga' / 'read' / 'travel' among 'money'"],
    ["Leave out the ones about money", "rank 'yoga' / 'read' / 'travel' among not('money')"],
    ["Leave out travel", "rank 'yoga' / 'read'"],
    ["How does that compare to running?", "rank 'yoga' / 'read' / 'travel' / 'run'"],
    ["Is that more than running?", "rank 'yoga' / 'read' / 'travel' / 'run'"],
    ["What about travel?", "count 'travel'"],
    ["What exactly do they say?", "describe 'yoga'; describe 'read'; describe 'travel'"],
    ["How many is that in percent?", "rank 'yoga' / 'read' / 'travel'"],
    ["Which region has the most?", "breakdown ('yoga' | 'read' | 'travel') by region"],
    ["Are you sure about that?", "rank 'yoga' / 'read' / 'travel'"],
    ["Which of the three is the worst?", "rank 'yoga' / 'read' / 'travel'"],
  ])("%s", (question, expected) => expect(plan([RANKED, question])).toBe(normalised(expected)));
});

describe("what a later question takes from the one before", () => {
  it.each([
    [["How many women want to travel?", "And by gender?"], "breakdown 'travel' by gender"],
    [["How many want to travel?", "Add them up"], "count 'travel'"],
    [["Travel by region", "Add them up"], "count 'travel'"],
    [["How many want to travel?", "Is that right?"], "count 'travel'"],
    [
      ["How many mention a declined card versus a declined transfer?", "And refunds?"],
      "rank 'card decline' / 'decline transfer' / 'decline refund'",
    ],
    [["How many lost a card?", "And their cash?"], "count 'cash'"],
    [["How many mention cards?", "What about the ones abroad?"], "count ('abroad' & 'card')"],
    [["How many mention cards?", "More than refunds?"], "rank 'card' / 'refund'"],
    [["How many mention cards?", "How many don't?"], "count not('card')"],
    [["How many mention cards?", "What does that mean?"], "count 'card'"],
    [["How many mention cards?", "Same question for refunds"], "count 'refund'"],
    [["How many mention cards?", "What percentage is that of all women?"], "count 'card' among gender=female"],
    [["How many mention cards?", "Just the Spanish ones"], "count ('card' & 'spanish')"],
    [["How many women mention cards?", "What about the other gender?"], "count 'card' among gender=male"],
    [["How many mention cards?", "What about the other gender?"], "breakdown 'card' by gender"],
    [["Compare men and women on travel", "Only men"], "count 'travel' among gender=male"],
    [
      ["Compare men and women on travel", "Is the difference significant?"],
      "compare gender=female / gender=male on 'travel'",
    ],
    [["Compare cards and refunds", "Of those, how many mention a fee?"], "count 'fee' among ('card' | 'refund')"],
    [["Compare cards and refunds", "How many exactly?"], "compare 'card' / 'refund'"],
    [["How many are in Business?", "Is that more than travel?"], "rank 'travel' / category=Business"],
    [
      ["How many mention cards?", "And how many of those are lost or stolen?", "What about declined ones?"],
      "count 'decline' among 'card'",
    ],
    [
      ["How many mention refunds?", "Of those, how many mention a fee?", "That's what share of the refund questions?"],
      "count 'fee' among 'refund'",
    ],
    [["How many mention refunds?", "And fees?", "A quote for each"], "quotes 'refund'; quotes 'fee'"],
    [["How many mention refunds?", "And fees?", "Which one should we fix first?"], "rank 'refund' / 'fee'"],
    [["How many mention refunds?", "Is that more than last year?"], "trend 'refund'"],
    [["How many mention cash fees?", "And for transfers?"], "count 'transfer'"],
    [["How many want to travel?", "Mostly women?"], "breakdown 'travel' by gender"],
    [["How many want to read?", "Drink less"], "count 'drink less'"],
    [["How many want to travel?", "How many of them are men?", "And for reading?"], "count gender=male among 'read'"],
    [
      ["How many want to travel?", "How many of them are men?", "And how many men want to read?", "Which is bigger?"],
      "rank 'read' / 'travel' among gender=male",
    ],
    [
      ["Rank Business, Career and health by size"],
      "breakdown (category=Business | category=Career | category=Health & Fitness) by category",
    ],
    [
      ["Compare Business and Career", "Which has the highest share of women?"],
      "compare category=Business / category=Career on gender=female",
    ],
    [
      ["How many mention transfers?", "Break that down: cards, refunds, fees"],
      "rank 'card' / 'refund' / 'fee' among 'transfer'",
    ],
    [
      ["How many mention transfers?", "How many of them mention cards, how many fees and how many refunds?"],
      "count 'card' among 'transfer'; count 'fee' among 'transfer'; count 'refund' among 'transfer'",
    ],
    [["How many want to travel?", "Is it a bigger topic than reading?"], "rank 'travel' / 'read'"],
    [
      ["How many in Texas want to travel?", "And in California?", "Relative to their size, which is more?"],
      "compare state=CA / state=TX on 'travel'",
    ],
    [["Top categories for men", "And for women", "Where do they differ most?"], "compare gender=female / gender=male"],
    [["How many women are in Business?", "And in Career?"], "count category=Career among gender=female"],
    [["How many mention cards?", "And fees?", "Both?", "Neither?"], "count not(('card' | 'fee'))"],
    [
      ["How many want to drink less alcohol?", "And how many want to drink more of it?"],
      "count ('alcohol drink' & not('alcohol drink less'))",
    ],
    [
      ["How many in the South want to travel?", "And in the Northeast?", "So the South is more adventurous?"],
      "compare region=Northeast / region=South on 'travel'",
    ],
    [
      ["How many mention declined cards?", "Abroad or in a marathon?"],
      "rank 'abroad' / 'marathon' among 'declined card'",
    ],
    [["How many mention declined cards?", "And abroad?"], "count ('abroad' & 'declined card')"],
    [
      ["Which is worse, lost cards or declined ones?", "What about stolen?"],
      "rank 'lost card' / 'declined card' / 'stolen card'",
    ],
    [["How many want to top up with Apple Pay?", "And Google Pay?"], "count 'top up google pay'"],
    [
      ["Compare men and women on travel", "So women are more adventurous overall?"],
      "compare gender=female / gender=male on 'travel'",
    ],
    [
      ["Who travels more, Texas or California?", "And New York?", "Rank these three"],
      "compare state=CA / state=NY / state=TX on 'travel'",
    ],
    [["How many mention fees?", "How big is that compared to refunds?"], "compare 'fee' / 'refund'"],
    [["How many mention refunds?", "Same for chargebacks", "And for transfers"], "count 'transfer'"],
    [["Compare declined and lost for cards", "Any difference?"], "compare 'declined card' / 'lost card'"],
    [["What do people want in Texas?", "Gym, yoga or reading?"], "rank 'gym' / 'yoga' / 'read' among state=TX"],
    [["How many mention cards?", "How many say it's declined?"], "count 'declined card'"],
    [
      ["How many in Texas want to travel?", "Higher or lower than the national figure?"],
      "compare not(state=TX) / state=TX on 'travel'",
    ],
    [["How many want to travel?", "Women mostly?"], "breakdown 'travel' by gender"],
    [
      ["How many women in the South want to travel?", "And men?", "So who is more adventurous?"],
      "compare gender=female / gender=male on ('travel' & region=South)",
    ],
    [
      ["How many want to read, how many to travel, how many to run?", "So the order is?"],
      "rank 'read' / 'travel' / 'run'",
    ],
    [["What do people want?", "And if we ignore travel?", "And reading too?"], "top (not('read') & not('travel'))"],
    [["What do women want?", "Give me the top 3"], "top gender=female"],
    [
      ["How many mention transfers?", "Broken down by cards, refunds and fees"],
      "rank 'card' / 'refund' / 'fee' among 'transfer'",
    ],
    [["Compare cards and refunds", "vs transfers"], "compare 'card' / 'refund' / 'transfer'"],
    [
      ["What do people in Texas and California want?", "Which of these mentions the gym most?"],
      "compare state=CA / state=TX on 'gym'",
    ],
    [["Travel by region", "As a share of the region"], "breakdown 'travel' by region"],
    [
      ["How many want to read?", "And to travel?", "And the gym?", "Any of these three?"],
      "count ('read' | 'travel' | 'gym')",
    ],
    [["How many want to read?", "Is that true in every region?"], "breakdown 'read' by region"],
    [["What do people in Texas want?", "And how's it different from the rest?"], "compare not(state=TX) / state=TX"],
    [["How many want to travel?", "How many of these live in the South?"], "count region=South among 'travel'"],
    [
      ["How many are in Business?", "What share of those is from women?", "And for Career?"],
      "count gender=female among category=Career",
    ],
    [["How many lost a card?", "And how many have one that was declined?"], "count 'declined card'"],
    [["How many mention a fee for a withdrawal?", "And for transfers?"], "count 'fee transfer'"],
    [
      ["Compare California and Texas on travel", "Which of the two has the higher share?"],
      "compare state=CA / state=TX on 'travel'",
    ],
    [["How many want to travel?", "Which categories make up the rest?"], "breakdown not('travel') by category"],
    [
      ["Compare cards and refunds", "So is that more than the questions about transfers?"],
      "rank 'card' / 'refund' / 'transfer'",
    ],
    [["How many want to travel?", "Where do they want to go?"], "describe 'travel'"],
    [["How many want to travel?", "Does that hold in Texas too?"], "count 'travel' among state=TX"],
    [
      ["How many lost a card?", "And a refund?", "Both together as a share of everything"],
      "count ('lost card' | 'refund')",
    ],
    [
      [
        "How many mention cards, how many fees and how many refunds?",
        "Add them up",
        "Which of the three is the smallest?",
      ],
      "rank 'card' / 'fee' / 'refund'",
    ],
    [
      ["Rank the gym and yoga", "How about among men in the South?"],
      "rank 'gym' / 'yoga' among (gender=male & region=South)",
    ],
    [["Rank the gym, yoga and travel", "What if you exclude travel?"], "rank 'gym' / 'yoga'"],
    [["How many want to top up with cash?", "What about by card?"], "count 'top up card'"],
    [
      ["How many mention transfers?", "Of those, how many mention fees rather than refunds?"],
      "count ('fee' & not('refund')) among 'transfer'",
    ],
  ])("%j", (asked, expected) => expect(plan(asked)).toBe(normalised(expected)));
});
