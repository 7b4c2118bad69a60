const WORDS = `
password123456 password1234567 password12345678 password123456789 password1234567890 passwordpassword
password12345 123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 123456789123
123456789abc 0123456789012 987654321098 098765432109 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc
1qaz2wsx3edc4rfv 1qazxsw23edc qazwsxedcrfv qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiopas
qwertyuiopasdf qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwertyqwerty qwertyuiopasdfghjkl
qwertyuiopasdfghjklzxcvbnm asdfghjkl123 asdfghjklzxcvbnm zxcvbnmasdfghjkl 1234qwerasdf 1234qwerasdfzxcv
q1w2e3r4t5y6 q1w2e3r4t5y6u7 a1b2c3d4e5f6 abc123abc123 abcd12345678 abcdef123456 abcdefgh1234
abcdefghijkl abcdefghijklm aaaaaaaaaaaa 111111111111 000000000000 iloveyou1234 iloveyou12345 iloveyouforever
iloveyousomuch iloveyou123456 iloveyoubaby letmein12345 letmein123456 letmeinplease welcome12345
welcome123456 welcome1234567 changeme1234 changeme12345 changeme123456 pleasechangeme administrator
administrator1 administrator123 admin1234567 admin12345678 admin123456789 adminadmin12 adminadminadmin
rootrootroot root12345678 superuser1234 superman1234 superman12345 batman123456 pokemon12345
starwars1234 minecraft123 football1234 football12345 baseball1234 basketball12 basketball123
princess1234 princess12345 sunshine1234 sunshine12345 monkey123456 dragon123456 master123456
michael12345 jennifer1234 jordan123456 charlie12345 computer1234 computer12345 internet1234
internet12345 samsung12345 google123456 facebook1234 facebook12345 linkedin1234 instagram123
trustno1trustno1 correcthorsebatterystaple thisismypassword mypassword123 mypassword1234 mypassword12345
yourpassword1 newpassword1 newpassword12 newpassword123 newpassword1234 secretpassword secret123456
secretsecret topsecret123 supersecret1 supersecret123 p4ssw0rdp4ssw0rd passw0rd1234 passw0rd12345
passw0rdpassw0rd pa55word1234 p455w0rd1234 temporary123 temporary1234 temppassword temppassword1
testpassword testpassword1 testpassword123 testtesttest test12345678 testing12345 testing123456
defaultpassword default12345 guestguestguest guest1234567 access123456 login1234567 loginlogin12
summer2020summer summer202024 winter202024 spring202024 autumn202024 january12345 december12345
manchester1 liverpool123 liverpoolfc1 chelsea12345 arsenal12345 barcelona123 realmadrid123 juventus1234
nothing12345 whatever1234 whatever12345 forever12345 freedom12345 america12345 michelle1234 elizabeth123
christopher1 christopher alexander123 alexandra123 stephanie123 butterfly123 chocolate123 strawberry12
jesuschrist1 jesuslovesme jesusislord1 godislove123 blessed12345 hello1234567 hellohello12 helloworld12
helloworld123 helloworld1234 goodmorning1 happybirthday happybirthday1 unicorn12345 rainbow12345
`;

/** The most known passwords of 12 and more characters, with letters and digits only. */
export const KNOWN_PASSWORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

const PLAIN_WORDS = `
password passwort passw0rd pass pa55word qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbnm
iloveyou letmein welcome admin administrator changeme root superuser user guest test testing login
access master monkey dragon football baseball basketball soccer hockey princess sunshine shadow
superman batman pokemon starwars minecraft michael jennifer jessica ashley daniel jordan charlie
computer internet samsung google facebook instagram linkedin secret topsecret summer winter spring
autumn hello helloworld whatever nothing freedom forever liverpool chelsea arsenal barcelona
realmadrid juventus chocolate butterfly flower purple orange cookie pepper ginger killer hunter
abc abcd abcdef abcdefg abcdefgh imagewell images default temp temporary mypassword newpassword
`;

/** Words that make a password known when only digits are added to them. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(PLAIN_WORDS.trim().split(/\s+/));
