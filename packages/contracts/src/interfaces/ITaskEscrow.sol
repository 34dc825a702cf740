// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskDeposits } from "./ITaskDeposits.sol";

/// @title ITaskEscrow
/// @notice Holds the USDC of tasks. A poster escrows a reward, a worker escrows a stake, and the work is submitted,
/// reviewed and paid. Every step has a deadline; if a party misses it, anyone can trigger the timeout. Amounts are in
/// USDC base units (6 decimals), times in Unix seconds, windows in seconds.
///
/// Conventions:
/// - R is the reward, S the stake, F the flat cancel fee.
/// - "By" a deadline means `block.timestamp <= deadline`; "after" it means `block.timestamp > deadline`.
/// - A call reverts with `WrongState` unless the task is in one of the states that the call allows.
/// - Every step can be sent by its party, or by anyone with the party's signed request to `trustedForwarder`
/// (ERC-2771);   "the caller" means the party in both cases. Only the owner's functions must be called directly.
/// - If a token transfer fails (denied recipient, paused token), the amount is credited to the recipient, who collects
///   it with `withdraw`, and `Credited` is emitted. The other party's payment is not affected.
/// - Ratings are 1 to 5. Comments, reasons, evidence and rulings are keccak256 hashes of off-chain texts; zero means no
///   text.
interface ITaskEscrow {
    /*//////////////////////////////////////////////////////////////
                                 TYPES
    //////////////////////////////////////////////////////////////*/

    /// @notice The state of a task. In `Approved`, S is held until it is claimed. `Resolved`, `Refunded`, `Cancelled`,
    /// `Expired` and a settled `Approved` are final.
    enum State {
        None,
        Funded,
        Started,
        Submitted,
        ChangesRequested,
        Approved,
        Rejected,
        Disputed,
        Resolved,
        Refunded,
        Cancelled,
        Expired
    }

    /// @notice Who may start the task: the first worker who stakes, or only the worker selected by the poster's
    /// signature.
    enum Mode {
        Instant,
        Selection
    }

    /// @notice The time allowed for each step, in seconds from the moment the step becomes possible.
    /// @param open for a worker to start
    /// @param work for the worker to submit
    /// @param review for the poster to review
    /// @param resubmit for the worker to respond to a change request; at least ten minutes and a quarter of `review`
    /// @param contest for the worker to contest a rejection
    /// @param rule for the arbiter to rule
    /// @param rate for the worker to rate, after which anyone may return the stake
    struct Windows {
        uint24 open;
        uint24 work;
        uint24 review;
        uint24 resubmit;
        uint24 contest;
        uint24 rule;
        uint24 rate;
    }

    /// @notice The terms that a poster offers, fixed at creation except that `fundMore` may raise the reward and extend
    /// the open window.
    /// @param reward R
    /// @param stake S
    /// @param metadataHash the hash of the task's public text
    /// @param mode who may start
    /// @param maxChangeRounds how many change requests the poster may make
    /// @param judge who may approve work by signature besides the poster; zero for none
    /// @param windows the time allowed for each step
    struct Terms {
        uint256 reward;
        uint256 stake;
        bytes32 metadataHash;
        Mode mode;
        uint8 maxChangeRounds;
        address judge;
        Windows windows;
    }

    /// @notice The poster's signed selection of a worker: `Selection(uint256 taskId,bytes32
    /// metadataHash,address worker,uint256 deadline)`. The metadata hash keeps it with its task if a reorg gives the id
    /// to another one.
    /// @param deadline the last second in which it is valid
    /// @param signature the poster's
    struct SelectionVoucher {
        uint256 deadline;
        bytes signature;
    }

    /// @notice An EIP-2612 permit from the caller to this contract.
    /// @param value the allowance
    /// @param deadline the last second in which it is valid
    /// @param v of the signature
    /// @param r of the signature
    /// @param s of the signature
    struct Permit {
        uint256 value;
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice A payer's signature, by which anyone can have this contract collect a reward or a stake: EIP-3009
    /// `ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32
    /// nonce)` in the token's EIP-712 domain, `to` this contract, `value` the exact amount, `nonce` as `creationNonce`
    /// or `startNonce` gives it; for `createTaskFromDeposit` see there. The token decides whether it is valid, also for
    /// ERC-1271 wallets.
    /// @param from the payer, who becomes the poster or the worker
    /// @param validAfter the second after which it is valid
    /// @param validBefore the second before which it is valid
    /// @param signature the payer's
    struct Authorization {
        address from;
        uint256 validAfter;
        uint256 validBefore;
        bytes signature;
    }

    /// @notice The stored state of a task.
    /// @param poster the account that pays
    /// @param deadline the deadline of the current step; in a final state 0, or the last second for ratings if one may
    /// still be given or the last one was given while S was not held
    /// @param state the current state
    /// @param mode who may start
    /// @param changeRound the number of change requests so far
    /// @param maxChangeRounds the number of change requests allowed
    /// @param settled whether everything held for this task has been paid out
    /// @param posterMayRate whether the poster may `rateWork` by `deadline`
    /// @param workerMayRate whether the worker may rate a settled task by `deadline`
    /// @param reward R
    /// @param stake S
    /// @param workWindow the seconds for the worker to submit
    /// @param reviewWindow the seconds for the poster to review
    /// @param resubmitWindow the seconds for the worker to resubmit
    /// @param contestWindow the seconds for the worker to contest
    /// @param ruleWindow the seconds for the arbiter to rule
    /// @param rateWindow the seconds for the worker to rate
    /// @param contentHash the metadata hash until work is submitted, then the hash of the current submission
    /// @param worker the account that works; zero until started
    /// @param judge who may approve work by signature; zero for none
    struct Task {
        address poster;
        uint40 deadline;
        State state;
        Mode mode;
        uint8 changeRound;
        uint8 maxChangeRounds;
        bool settled;
        bool posterMayRate;
        bool workerMayRate;
        uint56 reward;
        uint56 stake;
        uint24 workWindow;
        uint24 reviewWindow;
        uint24 resubmitWindow;
        uint24 contestWindow;
        uint24 ruleWindow;
        uint24 rateWindow;
        bytes32 contentHash;
        address worker;
        address judge;
    }

    /// @notice The immutable parameters of a deployment, and its initial owner and treasury.
    /// @param usdc the token
    /// @param forwarder the ERC-2771 forwarder that the contract trusts
    /// @param arbiter who rules on disputes
    /// @param owner who may pause creation and set the treasury
    /// @param treasury the recipient of fees
    /// @param cancelFee F
    /// @param minStake the least S
    /// @param minStakeBps the least S as a share of R, in basis points
    /// @param maxStakeBps the greatest S as a share of R, in basis points
    /// @param platformFeeBps the platform's share of R, in basis points
    /// @param maxChangeRounds how many change requests a task may allow at most
    /// @param minWindows the least of each window
    /// @param maxWindows the greatest of each window
    struct Deployment {
        address usdc;
        address forwarder;
        address arbiter;
        address owner;
        address treasury;
        uint256 cancelFee;
        uint256 minStake;
        uint16 minStakeBps;
        uint16 maxStakeBps;
        uint16 platformFeeBps;
        uint8 maxChangeRounds;
        Windows minWindows;
        Windows maxWindows;
    }

    /*//////////////////////////////////////////////////////////////
                                 EVENTS
    //////////////////////////////////////////////////////////////*/

    /// @notice A task was created with R in escrow.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param metadataHash the hash of the task's public text
    /// @param reward R
    /// @param stake S
    /// @param mode who may start
    /// @param maxChangeRounds how many change requests the task allows
    /// @param judge who may approve work by signature; zero for none
    /// @param windows the time allowed for each step
    /// @param openUntil the last second in which a worker may start
    /// @param cancelFee F
    /// @param platformFeeBps the platform's share of R, in basis points
    /// @param arbiter who rules on a dispute
    event TaskCreated(
        uint256 indexed taskId,
        address indexed poster,
        bytes32 metadataHash,
        uint256 reward,
        uint256 stake,
        Mode mode,
        uint8 maxChangeRounds,
        address judge,
        Windows windows,
        uint256 openUntil,
        uint256 cancelFee,
        uint256 platformFeeBps,
        address arbiter
    );
    /// @notice The poster added `addedReward` to an open task (zero if only `openUntil` was extended). `reward` and
    /// `openUntil` are the new values.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param addedReward what was added to R
    /// @param reward R from now on
    /// @param openUntil the last second in which a worker may start, from now on
    event TaskFundedMore(
        uint256 indexed taskId,
        address indexed poster,
        uint256 addedReward,
        uint256 reward,
        uint256 openUntil
    );
    /// @notice The poster cancelled an open task: `refund` to the poster, `fee` to `treasury`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param refund what the poster gets
    /// @param fee what the treasury gets
    /// @param treasury the recipient of fees
    event TaskCancelled(uint256 indexed taskId, address indexed poster, uint256 refund, uint256 fee, address treasury);
    /// @notice A task expired in state `from`; `worker` is zero if no worker had started.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works; zero if none had started
    /// @param from the state before
    /// @param toPoster what the poster gets
    /// @param toWorker what the worker gets
    event TaskExpired(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        State from,
        uint256 toPoster,
        uint256 toWorker
    );
    /// @notice `worker` escrowed S and must submit by `workBy`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param stake S
    /// @param workBy the last second in which the worker may submit
    event TaskStarted(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 stake,
        uint256 workBy
    );
    /// @notice The worker submitted work; the poster may review it until `reviewBy`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param submissionHash the hash of the work
    /// @param reviewBy the last second in which the poster may review
    event WorkSubmitted(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 submissionHash,
        uint256 reviewBy
    );
    /// @notice The poster requested changes (request number `round`); the worker may resubmit until `resubmitBy`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param round the number of the change request
    /// @param reasonHash the hash of what to change and why; zero without one
    /// @param resubmitBy the last second in which the worker may resubmit
    event ChangesRequested(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 round,
        bytes32 reasonHash,
        uint256 resubmitBy
    );
    /// @notice The resubmission for change request `round` was recorded; the poster may review it until `reviewBy`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param round the number of the change request
    /// @param submissionHash the hash of the work
    /// @param reviewBy the last second in which the poster may review
    event WorkResubmitted(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 round,
        bytes32 submissionHash,
        uint256 reviewBy
    );
    /// @notice The poster approved: `toWorker` to the worker, `fee` to `treasury`; S is held until it is claimed. If S
    /// is 0 the task is settled.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param submissionHash the hash of the work
    /// @param rating 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    /// @param toWorker what the worker gets
    /// @param fee what the treasury gets
    /// @param treasury the recipient of fees
    /// @param rateBy the last second for the worker's rating, after which anyone may return S
    event TaskApproved(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 submissionHash,
        uint8 rating,
        bytes32 commentHash,
        uint256 toWorker,
        uint256 fee,
        address treasury,
        uint256 rateBy
    );
    /// @notice The judge approved: `toWorker` and `stake` to the worker, `fee` to `treasury`; the task is settled.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param judge who signed the verdict
    /// @param submissionHash the hash of the work
    /// @param toWorker what the worker gets
    /// @param fee what the treasury gets
    /// @param treasury the recipient of fees
    /// @param stake S, which the worker gets too
    /// @param rateBy the last second for ratings, which neither party has to give
    event TaskApprovedByJudge(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        address judge,
        bytes32 submissionHash,
        uint256 toWorker,
        uint256 fee,
        address treasury,
        uint256 stake,
        uint256 rateBy
    );
    /// @notice The poster rated work that the judge had approved.
    /// @param taskId the task
    /// @param poster the account that paid
    /// @param worker the account that worked
    /// @param rating the poster's of the worker, 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    event WorkRated(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint8 rating,
        bytes32 commentHash
    );
    /// @notice The worker rated the poster of a task that held no stake any more.
    /// @param taskId the task
    /// @param poster the account that paid
    /// @param worker the account that worked
    /// @param rating the worker's of the poster, 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    event PosterRated(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint8 rating,
        bytes32 commentHash
    );
    /// @notice The review window ended without a decision: `toWorker` and `stake` to the worker, `fee` to `treasury`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param submissionHash the hash of the work
    /// @param toWorker what the worker gets
    /// @param fee what the treasury gets
    /// @param treasury the recipient of fees
    /// @param stake S, which the worker gets too
    event TaskReleased(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 submissionHash,
        uint256 toWorker,
        uint256 fee,
        address treasury,
        uint256 stake
    );
    /// @notice The poster rejected the work; the worker may contest until `contestBy`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param submissionHash the hash of the work
    /// @param rating 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    /// @param contestBy the last second in which the worker may contest
    event TaskRejected(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 submissionHash,
        uint8 rating,
        bytes32 commentHash,
        uint256 contestBy
    );
    /// @notice A rejection became final: `toPoster` (R) to the poster, `toWorker` (S) to the worker.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param toPoster what the poster gets
    /// @param toWorker what the worker gets
    event TaskRefunded(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 toPoster,
        uint256 toWorker
    );
    /// @notice The worker contested; `arbiter` may rule until `ruleBy`.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param evidenceHash the hash of the evidence; zero without one
    /// @param arbiter who rules on a dispute
    /// @param ruleBy the last second in which the arbiter may rule
    event TaskDisputed(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 evidenceHash,
        address arbiter,
        uint256 ruleBy
    );
    /// @notice A dispute ended, by the arbiter's ruling or, if `byDefault`, because the arbiter did not rule in time.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param workerShareBps the worker's share of R, in basis points
    /// @param forfeitStake whether S goes to the poster
    /// @param rulingHash the hash of the ruling's text; zero without one
    /// @param byDefault whether the arbiter missed the deadline
    /// @param toPoster what the poster gets
    /// @param toWorker what the worker gets
    event TaskResolved(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 workerShareBps,
        bool forfeitStake,
        bytes32 rulingHash,
        bool byDefault,
        uint256 toPoster,
        uint256 toWorker
    );
    /// @notice The stake of an approved task was returned; `rating` is the worker's rating of the poster, 0 if none was
    /// given.
    /// @param taskId the task
    /// @param poster the account that pays
    /// @param worker the account that works
    /// @param stake S, which the worker gets
    /// @param rating the worker's of the poster, 1 to 5; 0 if none was given
    /// @param commentHash the hash of the comment; zero without one
    event StakeClaimed(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 stake,
        uint8 rating,
        bytes32 commentHash
    );
    /// @notice A payment for the task failed and was credited to `account`.
    /// @param taskId the task
    /// @param account who may withdraw it
    /// @param amount the amount
    event Credited(uint256 indexed taskId, address indexed account, uint256 amount);
    /// @notice `account` withdrew its credit to `to`.
    /// @param account whose credit it was
    /// @param to the recipient
    /// @param amount the amount
    event Withdrawn(address indexed account, address indexed to, uint256 amount);
    /// @notice Task creation was paused or resumed.
    /// @param paused whether creation is paused
    event CreationPaused(bool paused);
    /// @notice Fees now go to `treasury`.
    /// @param treasury the recipient of fees
    event TreasuryChanged(address indexed treasury);

    /*//////////////////////////////////////////////////////////////
                                 OPEN
    //////////////////////////////////////////////////////////////*/

    /// @notice – → Funded. Anyone except the arbiter; the caller becomes the poster and pays R. S may be 0 in mode
    /// Selection, where the poster chooses who starts.
    /// @dev Emits `TaskCreated`. Reverts with `CreationIsPaused`, `ConflictOfInterest`, `EmptyHash` (no metadata hash),
    /// `InvalidJudge` (the poster or this contract), `RewardTooSmall` (R ≤ F), `StakeRequired` (no stake in mode
    /// Instant), `StakeOutOfBounds`, `WindowOutOfBounds`, `TooManyChangeRounds`, `ShortDelivery`, or the token's own
    /// error.
    /// @param terms what the poster offers
    /// @return taskId the new task's id; ids start at 1
    function createTask(Terms calldata terms) external returns (uint256 taskId);

    /// @notice `createTask` with the token approval in the same transaction. If another account has already used the
    /// permit, the call still succeeds: only the allowance matters.
    /// @param terms what the poster offers
    /// @param permit the caller's approval of R
    /// @return taskId the new task's id
    function createTaskWithPermit(Terms calldata terms, Permit calldata permit) external returns (uint256 taskId);

    /// @notice `createTask` for `authorization.from`, who becomes the poster and pays R by signature. Anyone may send
    /// it: the nonce binds these terms, this contract and this chain. The token accepts each nonce of a payer once, so
    /// the poster chooses another `salt` for a second task with the same terms.
    /// @dev Reverts like `createTask`, or with the token's own error.
    /// @param terms what the poster offers
    /// @param salt tells tasks with equal terms apart; each poster uses one once
    /// @param authorization the poster's payment of R
    /// @return taskId the new task's id
    function createTaskWithAuthorization(
        Terms calldata terms,
        bytes32 salt,
        Authorization calldata authorization
    ) external returns (uint256 taskId);

    /// @notice `createTask` for `authorization.from` by an ordinary EIP-3009 `TransferWithAuthorization` over R with
    /// any unused `nonce`, as every x402 client of the scheme "exact" signs it. The payee says what it is for: `to` is
    /// the deposit address of the poster for these terms and this salt, `deposits().addressOf(from,
    /// keccak256(abi.encode(terms, salt)))`. Anyone may send it. One deposit address creates one task.
    /// @dev Reverts like `createTask`, with `DepositUsed`, or with the token's own error. If someone has already used
    /// the authorization at the token itself, the money is in the deposit, and anyone can `refund` it to the poster.
    /// @param terms what the poster offers
    /// @param salt tells tasks with equal terms apart; each poster uses one once
    /// @param nonce the nonce of the payment
    /// @param authorization the poster's payment of R to the deposit address
    /// @return taskId the new task's id
    function createTaskFromDeposit(
        Terms calldata terms,
        bytes32 salt,
        bytes32 nonce,
        Authorization calldata authorization
    ) external returns (uint256 taskId);

    /// @notice Funded → Funded. The poster, by `openUntil`: raises R to `reward`, extends the time to start to
    /// `openUntil`, or both. The caller passes the new values, not the differences, so repeating the call cannot pay
    /// twice. Neither value can be lowered, and `openUntil` is at most the maximum open window from now. S and all
    /// other terms stay the same, so S may become less than the minimum share of R that creation requires.
    /// @dev The poster's selection vouchers remain valid. The terms hash contains R, so a start that agreed to the old
    /// reward reverts with `WrongTerms` and the worker starts again with the new one; extending `openUntil` does not
    /// change the hash. Emits `TaskFundedMore`. Reverts with `WrongState`, `NotPoster`, `DeadlinePassed`,
    /// `NothingAdded`, `WindowOutOfBounds`, `SafeCastOverflowedUintDowncast`, `ShortDelivery`, or the token's own
    /// error.
    /// @param taskId the task
    /// @param reward R from now on
    /// @param openUntil the last second in which a worker may start, from now on
    function fundMore(uint256 taskId, uint256 reward, uint256 openUntil) external;

    /// @notice `fundMore` with the token approval in the same transaction.
    /// @param taskId the task
    /// @param reward R from now on
    /// @param openUntil the last second in which a worker may start, from now on
    /// @param permit the caller's approval of what is added
    function fundMoreWithPermit(uint256 taskId, uint256 reward, uint256 openUntil, Permit calldata permit) external;

    /// @notice Funded → Cancelled. The poster, before a worker starts; R − F to the poster, F to the treasury.
    /// @dev Emits `TaskCancelled`. Reverts with `WrongState`, `NotPoster`.
    /// @param taskId the task
    function cancelTask(uint256 taskId) external;

    /// @notice → Expired. Anyone, after the deadline. From Funded (no worker started): R to the poster. From Started
    /// (no submission): R + S to the poster. From ChangesRequested (no resubmission): R to the poster and half of S to
    /// each party, rounded in the poster's favour.
    /// @dev Emits `TaskExpired`. Reverts with `WrongState`, `DeadlineNotPassed`.
    /// @param taskId the task
    function expireTask(uint256 taskId) external;

    /*//////////////////////////////////////////////////////////////
                                 WORK
    //////////////////////////////////////////////////////////////*/

    /// @notice Funded → Started. Anyone except the poster, the judge and the arbiter, by `openUntil`; the caller becomes
    /// the worker and pays S. If S is 0 the token is not called. `agreedTerms` is the hash of the terms that the worker agrees to, as `termsHash` defines it.
    /// In mode Selection the poster's voucher for the caller is required; in mode Instant the voucher is ignored.
    /// @dev Emits `TaskStarted`. Reverts with `WrongState`, `ConflictOfInterest`, `DeadlinePassed`, `WrongTerms`,
    /// `SignatureExpired`, `InvalidSignature`, `ShortDelivery`, or the token's own error.
    /// @param taskId the task
    /// @param agreedTerms the hash of the terms that the worker agrees to, as `termsHash` defines it
    /// @param voucher the poster's selection of the worker; ignored in mode Instant
    function stakeAndStart(uint256 taskId, bytes32 agreedTerms, SelectionVoucher calldata voucher) external;

    /// @notice `stakeAndStart` with the token approval in the same transaction.
    /// @param taskId the task
    /// @param agreedTerms the hash of the terms that the worker agrees to, as `termsHash` defines it
    /// @param voucher the poster's selection of the worker; ignored in mode Instant
    /// @param permit the caller's approval of S
    function stakeAndStartWithPermit(
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher,
        Permit calldata permit
    ) external;

    /// @notice `stakeAndStart` for `authorization.from`, who becomes the worker and pays S by signature; if S is 0, the
    /// signature over 0 is the agreement alone. Anyone may send it: the nonce binds the task, its terms, this contract
    /// and this chain. It does not bind the voucher, which
    /// is the poster's consent, not the worker's.
    /// @dev Reverts like `stakeAndStart`, or with the token's own error.
    /// @param taskId the task
    /// @param agreedTerms the hash of the terms that the worker agrees to, as `termsHash` defines it
    /// @param voucher the poster's selection of the worker; ignored in mode Instant
    /// @param authorization the worker's payment of S
    function stakeAndStartWithAuthorization(
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher,
        Authorization calldata authorization
    ) external;

    /// @notice Started → Submitted. The worker, by `workBy`; starts the review window.
    /// @dev Emits `WorkSubmitted`. Reverts with `WrongState`, `NotWorker`, `DeadlinePassed`, `EmptyHash`.
    /// @param taskId the task
    /// @param submissionHash the hash of the work
    function submitWork(uint256 taskId, bytes32 submissionHash) external;

    /// @notice ChangesRequested → Submitted, by `resubmitBy`; starts a new review window. The worker, who needs no
    /// signature, or anyone with the worker's EIP-712 signature of `Resubmission(uint256 taskId,uint256 round,bytes32
    /// submissionHash,uint256 deadline)` for this round, which must be the current one. Only the first resubmission of
    /// a round counts, so a worker should sign finished work only. If the current submission already has this hash, the
    /// call succeeds and does nothing.
    /// @dev Emits `WorkResubmitted`. Reverts with `WrongState`, `DeadlinePassed`, `WrongRound`, `EmptyHash`,
    /// `SignatureExpired`, `InvalidSignature`. A poster can record a signed resubmission and approve it in one
    /// transaction with `multicall`, which also succeeds if another account recorded the same work first.
    /// @param taskId the task
    /// @param round the change request that the work answers
    /// @param submissionHash the hash of the work
    /// @param signatureDeadline the last second in which the signature is valid; any value for the worker
    /// @param signature the worker's; empty for the worker itself
    function resubmitWork(
        uint256 taskId,
        uint256 round,
        bytes32 submissionHash,
        uint256 signatureDeadline,
        bytes calldata signature
    ) external;

    /*//////////////////////////////////////////////////////////////
                                 REVIEW
    //////////////////////////////////////////////////////////////*/

    /// @notice Submitted → ChangesRequested. The poster, by `reviewBy`, at most `maxChangeRounds` times, for the
    /// submission with the given hash.
    /// @dev Emits `ChangesRequested`. Reverts with `WrongState`, `NotPoster`, `DeadlinePassed`, `WrongSubmission`,
    /// `NoChangeRoundLeft`.
    /// @param taskId the task
    /// @param submissionHash the work that the poster has read
    /// @param reasonHash the hash of what to change and why; zero without one
    function requestChanges(uint256 taskId, bytes32 submissionHash, bytes32 reasonHash) external;

    /// @notice Submitted or ChangesRequested → Approved. The poster, at any time before a timeout is triggered, for the
    /// submission with the given hash. R minus the platform fee to the worker, the fee to the treasury; S is held until
    /// it is claimed. If S is 0 the task is settled, and the worker may rate by `rateBy`.
    /// @dev Emits `TaskApproved`. Reverts with `WrongState`, `NotPoster`, `WrongSubmission`, `InvalidRating`.
    /// @param taskId the task
    /// @param submissionHash the work that the poster has read
    /// @param rating the poster's of the worker, 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    function approve(uint256 taskId, bytes32 submissionHash, uint8 rating, bytes32 commentHash) external;

    /// @notice Submitted → Approved and settled. Anyone with the EIP-712 signature of the task's judge (a key or an
    /// ERC-1271 wallet) over `Verdict(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)`, for the
    /// current round and submission. R minus the platform fee, and S, to the worker; the fee to the treasury. The judge
    /// can do nothing else: it can neither reject nor take, and the poster's rights end only by a verdict.
    /// @dev Emits `TaskApprovedByJudge`. Reverts with `WrongState` (also after a change request, and the second time),
    /// `NoJudge`, `WrongRound`, `WrongSubmission`, `SignatureExpired`, `InvalidSignature`.
    /// @param taskId the task
    /// @param round the number of change requests before the submission
    /// @param submissionHash the work that the judge has read
    /// @param verdictDeadline the last second in which the verdict is valid
    /// @param signature the judge's
    function approveByJudge(
        uint256 taskId,
        uint256 round,
        bytes32 submissionHash,
        uint256 verdictDeadline,
        bytes calldata signature
    ) external;

    /// @notice The poster rates work that the judge approved, once, by `rateBy`. No money moves.
    /// @dev Emits `WorkRated`. Reverts with `WrongState` (also if rated), `NotPoster`, `DeadlinePassed`,
    /// `InvalidRating`.
    /// @param taskId the task
    /// @param rating the poster's of the worker, 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    function rateWork(uint256 taskId, uint8 rating, bytes32 commentHash) external;

    /// @notice Submitted → Approved and settled. Anyone, after `reviewBy`. R minus the platform fee, and S, to the
    /// worker; the fee to the treasury.
    /// @dev Emits `TaskReleased`. Reverts with `WrongState`, `DeadlineNotPassed`.
    /// @param taskId the task
    function releaseAfterReview(uint256 taskId) external;

    /// @notice Submitted → Rejected. The poster, by `reviewBy`, for the submission with the given hash. No money moves.
    /// @dev Emits `TaskRejected`. Reverts with `WrongState`, `NotPoster`, `DeadlinePassed`, `WrongSubmission`,
    /// `InvalidRating`.
    /// @param taskId the task
    /// @param submissionHash the work that the poster has read
    /// @param rating the poster's of the worker, 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    function reject(uint256 taskId, bytes32 submissionHash, uint8 rating, bytes32 commentHash) external;

    /*//////////////////////////////////////////////////////////////
                                 DISPUTE
    //////////////////////////////////////////////////////////////*/

    /// @notice Rejected → Refunded. The worker at any time (accepting the rejection), anyone after `contestBy`; R to
    /// the poster, S to the worker.
    /// @dev Emits `TaskRefunded`. Reverts with `WrongState`, `DeadlineNotPassed`.
    /// @param taskId the task
    function finalizeRejection(uint256 taskId) external;

    /// @notice Rejected → Disputed. The worker, by `contestBy`.
    /// @dev Emits `TaskDisputed`. Reverts with `WrongState`, `NotWorker`, `DeadlinePassed`.
    /// @param taskId the task
    /// @param evidenceHash the hash of the evidence; zero without one
    function contest(uint256 taskId, bytes32 evidenceHash) external;

    /// @notice Disputed → Resolved. The arbiter, by `ruleBy`. `workerShareBps` of R (rounded down) to the worker, the
    /// rest to the poster; S to the worker, or to the poster if `forfeitStake`.
    /// @dev Emits `TaskResolved`. Reverts with `WrongState`, `NotArbiter`, `DeadlinePassed`, `InvalidShare`.
    /// @param taskId the task
    /// @param workerShareBps the worker's share of R, in basis points
    /// @param forfeitStake whether S goes to the poster
    /// @param rulingHash the hash of the ruling's text; zero without one
    function rule(uint256 taskId, uint16 workerShareBps, bool forfeitStake, bytes32 rulingHash) external;

    /// @notice Disputed → Resolved. Anyone, after `ruleBy`. Half of R to each party, rounded in the poster's favour; S
    /// to the worker.
    /// @dev Emits `TaskResolved`. Reverts with `WrongState`, `DeadlineNotPassed`.
    /// @param taskId the task
    function ruleByDefault(uint256 taskId) external;

    /*//////////////////////////////////////////////////////////////
                                  STAKE
    //////////////////////////////////////////////////////////////*/

    /// @notice Approved → Approved and settled. The worker rates the poster while S is held; S to the worker. If the
    /// approval settled the task, because S was 0 or the judge approved, the worker rates by `rateBy` and no money
    /// moves.
    /// @dev Emits `StakeClaimed`, or `PosterRated` if nothing was held. Reverts with `WrongState` (also if settled and
    /// rated), `NotWorker`, `InvalidRating`, `DeadlinePassed` (settled, after `rateBy`).
    /// @param taskId the task
    /// @param rating the worker's of the poster, 1 to 5
    /// @param commentHash the hash of the comment; zero without one
    function rateAndClaimStake(uint256 taskId, uint8 rating, bytes32 commentHash) external;

    /// @notice Approved → Approved and settled. Anyone, after `rateBy`; S to the worker, without a rating.
    /// @dev Emits `StakeClaimed`. Reverts with `WrongState` (also if settled), `DeadlineNotPassed`.
    /// @param taskId the task
    function claimStakeAfterRating(uint256 taskId) external;

    /// @notice Pays the caller's entire credit to `to`.
    /// @dev Emits `Withdrawn`. Reverts with `NothingToWithdraw`, `InvalidRecipient` (zero, this contract, the token,
    /// the deposits), or the token's own error.
    /// @param to the recipient
    /// @return amount the amount paid
    function withdraw(address to) external returns (uint256 amount);

    /*//////////////////////////////////////////////////////////////
                                  OWNER
    //////////////////////////////////////////////////////////////*/

    /// @notice The owner pauses or resumes task creation; existing tasks are not affected.
    /// @dev Emits `CreationPaused`.
    /// @param paused whether creation is paused
    function setCreationPaused(bool paused) external;

    /// @notice The owner sets the recipient of future fees.
    /// @dev Emits `TreasuryChanged`. Reverts with `InvalidRecipient` (zero, this contract, the token, the deposits).
    /// @param treasury the recipient of fees from now on
    function setTreasury(address treasury) external;

    /*//////////////////////////////////////////////////////////////
                                  VIEWS
    //////////////////////////////////////////////////////////////*/

    /// @notice The stored task; all fields are zero if it does not exist.
    /// @param taskId the task
    /// @return the task
    function getTask(uint256 taskId) external view returns (Task memory);

    /// @notice The hash of the terms that a worker agrees to by starting: keccak256 of the ABI encoding of `(address
    /// poster, uint256 reward, uint256 stake, bytes32 metadataHash, uint8 mode, uint8 maxChangeRounds, address
    /// judge, uint24 work, uint24 review, uint24 resubmit, uint24 contest, uint24 rule, uint24 rate, uint16
    /// platformFeeBps, address arbiter)`. A worker should compute it from the terms that it read; this function is for comparison.
    /// @dev Reverts with `WrongState` unless the task is funded.
    /// @param taskId the task
    /// @return the hash
    function termsHash(uint256 taskId) external view returns (bytes32);

    /// @notice The nonce of the authorization for `createTaskWithAuthorization`: keccak256 of the ABI encoding of
    /// `(uint256 chainId, address escrow, bytes4 selector, bytes32 keccak256(abi.encode(terms, salt)))`.
    /// @param terms what the poster offers
    /// @param salt tells tasks with equal terms apart; each poster uses one once
    /// @return the nonce
    function creationNonce(Terms calldata terms, bytes32 salt) external view returns (bytes32);

    /// @notice The nonce of the authorization for `stakeAndStartWithAuthorization`: keccak256 of the ABI encoding of
    /// `(uint256 chainId, address escrow, bytes4 selector, bytes32 keccak256(abi.encode(taskId, agreedTerms)))`.
    /// @param taskId the task
    /// @param agreedTerms the hash of the terms that the worker agrees to, as `termsHash` defines it
    /// @return the nonce
    function startNonce(uint256 taskId, bytes32 agreedTerms) external view returns (bytes32);

    /// @notice The contract that derives and collects this escrow's deposits.
    /// @return the contract
    function deposits() external view returns (ITaskDeposits);

    /// @notice The only ERC-2771 forwarder whose word about the caller counts.
    /// @return the forwarder
    function trustedForwarder() external view returns (address);

    /// @notice The number of tasks created; ids run from 1 to this number.
    /// @return the number
    function taskCount() external view returns (uint48);

    /// @notice The amount that `account` can withdraw.
    /// @param account the holder of the credit
    /// @return the amount
    function credits(address account) external view returns (uint256);

    /// @notice The recipient of fees.
    /// @return the recipient
    function treasury() external view returns (address);

    /// @notice Whether task creation is paused.
    /// @return whether it is
    function creationPaused() external view returns (bool);

    /// @notice The token held in escrow.
    /// @return the token
    function usdc() external view returns (address);

    /// @notice The account that rules on disputes for every task of this deployment.
    /// @return the account
    function arbiter() external view returns (address);

    /// @notice F, the flat cancel fee.
    /// @return the amount
    function cancelFee() external view returns (uint256);

    /// @notice The share of R that goes to the treasury when work is paid, in basis points.
    /// @return the share
    function platformFeeBps() external view returns (uint16);

    /// @notice The minimum and maximum stake for a reward. In mode Selection the stake may also be 0.
    /// @param reward R
    /// @return min the minimum
    /// @return max the maximum
    function stakeBounds(uint256 reward) external view returns (uint256 min, uint256 max);

    /// @notice The minimum and maximum of each window. In addition, `resubmit` is at least a quarter of `review`.
    /// @return min the minimum
    /// @return max the maximum
    function windowBounds() external view returns (Windows memory min, Windows memory max);

    /// @notice The maximum number of change rounds that a task may allow.
    /// @return the number
    function maxChangeRounds() external view returns (uint8);
}
