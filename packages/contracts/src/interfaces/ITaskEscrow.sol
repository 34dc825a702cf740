// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title ITaskEscrow
/// @notice Holds the USDC of tasks. A poster locks a reward, a worker locks a stake, work is handed in, judged and paid;
/// whoever falls silent loses the turn to a deadline that anybody can call. All amounts are USDC base units (6 decimals),
/// all times unix seconds, all windows seconds.
///
/// Words used throughout:
/// - R is the reward, S the stake, F the flat fee for cancelling.
/// - A step "by" a time is allowed while `block.timestamp <= deadline`; a step "after" it while `block.timestamp > deadline`.
/// - Every call that finds the task in another state than the one it names reverts with `WrongState`.
/// - A payment whose token transfer fails (denied receiver, paused token) becomes a credit of the receiver instead and emits
///   `Credited`; it never stops the other party. `withdraw` pays it out.
/// - Ratings are 1 to 5. Comments, reasons, evidence and rulings are keccak256 hashes of texts kept elsewhere; zero is no text.
interface ITaskEscrow {
    /*//////////////////////////////////////////////////////////////
                                 TYPES
    //////////////////////////////////////////////////////////////*/

    /// @notice Where a task stands. `Approved` still holds S until the worker claims it; `Resolved`, `Refunded`,
    /// `Cancelled`, `Expired` and a settled `Approved` are final.
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

    /// @notice Who may start: the first worker who stakes, or only the one whom the poster selected by signature.
    enum Mode {
        Instant,
        Selection
    }

    /// @notice How long each party has, in seconds, from the moment its turn begins.
    /// @param open for a worker to start
    /// @param work for the worker to submit
    /// @param review for the poster to judge
    /// @param resubmit for the worker to answer a change request; at least ten minutes and a quarter of `review`
    /// @param contest for the worker to contest a rejection
    /// @param rule for the arbiter to rule
    /// @param rate for the worker to rate before anybody may return the stake
    struct Windows {
        uint24 open;
        uint24 work;
        uint24 review;
        uint24 resubmit;
        uint24 contest;
        uint24 rule;
        uint24 rate;
    }

    /// @notice What a poster offers; frozen for the task's whole life.
    struct Terms {
        uint256 reward;
        uint256 stake;
        bytes32 metadataHash;
        Mode mode;
        uint8 maxChangeRounds;
        Windows windows;
    }

    /// @notice The poster's signed choice of a worker: `Selection(uint256 taskId,address worker,uint256 deadline)`.
    struct SelectionVoucher {
        uint256 deadline;
        bytes signature;
    }

    /// @notice An EIP-2612 approval of this contract by the caller.
    struct Permit {
        uint256 value;
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice Everything the contract remembers of a task.
    /// @param poster who pays
    /// @param deadline when the present turn ends; 0 in a final state
    /// @param state where the task stands
    /// @param mode who may start
    /// @param changeRound how many change requests were made
    /// @param maxChangeRounds how many are allowed
    /// @param settled whether the contract owes nothing for this task any more
    /// @param reward R
    /// @param stake S
    /// @param contentHash the metadata's hash until work is submitted, then the hash of the work that stands submitted
    /// @param worker who works; zero until started
    struct Task {
        address poster;
        uint40 deadline;
        State state;
        Mode mode;
        uint8 changeRound;
        uint8 maxChangeRounds;
        bool settled;
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
    }

    /// @notice The immutable terms of a deployment, and its first owner and treasury.
    struct Deployment {
        address usdc;
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

    /// @notice A task stands open with R in escrow.
    event TaskCreated(
        uint256 indexed taskId,
        address indexed poster,
        bytes32 metadataHash,
        uint256 reward,
        uint256 stake,
        Mode mode,
        uint8 maxChangeRounds,
        Windows windows,
        uint256 openUntil,
        uint256 cancelFee,
        uint256 platformFeeBps,
        address arbiter
    );
    /// @notice The poster withdrew an open task: `refund` to the poster, `fee` to `treasury`.
    event TaskCancelled(uint256 indexed taskId, address indexed poster, uint256 refund, uint256 fee, address treasury);
    /// @notice A deadline of the worker's side passed in state `from`; `worker` is zero if nobody had started.
    event TaskExpired(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        State from,
        uint256 toPoster,
        uint256 toWorker
    );
    /// @notice `worker` put S in escrow and is bound to submit by `workBy`.
    event TaskStarted(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 stake,
        uint256 workBy
    );
    /// @notice The first work was handed in; the poster has until `reviewBy`.
    event WorkSubmitted(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 submissionHash,
        uint256 reviewBy
    );
    /// @notice The poster asked for change number `round`; the worker has until `resubmitBy`.
    event ChangesRequested(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 round,
        bytes32 reasonHash,
        uint256 resubmitBy
    );
    /// @notice The answer to change request `round` stands submitted; the poster has until `reviewBy`.
    event WorkResubmitted(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 round,
        bytes32 submissionHash,
        uint256 reviewBy
    );
    /// @notice The poster accepted: `toWorker` to the worker, `fee` to `treasury`; S waits for the worker's rating.
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
    /// @notice The poster stayed silent: `toWorker` and `stake` to the worker, `fee` to `treasury`.
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
    /// @notice The poster refused the work; the worker may contest until `contestBy`.
    event TaskRejected(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 submissionHash,
        uint8 rating,
        bytes32 commentHash,
        uint256 contestBy
    );
    /// @notice A rejection stands: R to the poster, S to the worker.
    event TaskRefunded(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 toPoster,
        uint256 toWorker
    );
    /// @notice The worker contested; `arbiter` may rule until `ruleBy`.
    event TaskDisputed(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        bytes32 evidenceHash,
        address arbiter,
        uint256 ruleBy
    );
    /// @notice A dispute ended, by the arbiter's word or (`byDefault`) by the arbiter's silence.
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
    /// @notice The stake of an approved task went back; `rating` is the worker's of the poster, 0 if none was given in time.
    event StakeClaimed(
        uint256 indexed taskId,
        address indexed poster,
        address indexed worker,
        uint256 stake,
        uint8 rating,
        bytes32 commentHash
    );
    /// @notice A payment for the task could not be delivered and waits for `withdraw`.
    event Credited(uint256 indexed taskId, address indexed account, uint256 amount);
    /// @notice A credit was paid out.
    event Withdrawn(address indexed account, address indexed to, uint256 amount);
    /// @notice The creation of tasks was stopped or opened again.
    event CreationPaused(bool paused);
    /// @notice Later fees go to `treasury`.
    event TreasuryChanged(address indexed treasury);

    /*//////////////////////////////////////////////////////////////
                                 OPEN
    //////////////////////////////////////////////////////////////*/

    /// @notice – → Funded. Anybody but the arbiter, who becomes the poster; R moves in from the caller.
    /// @dev Emits `TaskCreated`. Reverts with `CreationIsPaused`, `ConflictOfInterest`, `EmptyHash` (no metadata hash),
    /// `RewardTooSmall` (R ≤ F), `StakeOutOfBounds`, `WindowOutOfBounds`, `TooManyChangeRounds`, `ShortDelivery`, or the
    /// token's own reason.
    /// @return taskId the new task's id, counted from 1
    function createTask(Terms calldata terms) external returns (uint256 taskId);

    /// @notice `createTask` with the token approval in the same transaction. A permit that somebody else has used first
    /// does no harm: only the allowance counts.
    function createTaskWithPermit(Terms calldata terms, Permit calldata permit) external returns (uint256 taskId);

    /// @notice Funded → Cancelled. The poster, as long as nobody has started; R − F to the poster, F to the treasury.
    /// @dev Emits `TaskCancelled`. Reverts with `WrongState`, `NotPoster`.
    function cancelTask(uint256 taskId) external;

    /// @notice → Expired. Anybody, after the worker's side let its deadline pass: from Funded (nobody came) R to the poster;
    /// from Started (no work) R + S to the poster; from ChangesRequested (no answer) R to the poster and half of S to each,
    /// an odd unit to the poster.
    /// @dev Emits `TaskExpired`. Reverts with `WrongState`, `DeadlineNotPassed`.
    function expireTask(uint256 taskId) external;

    /*//////////////////////////////////////////////////////////////
                                 WORK
    //////////////////////////////////////////////////////////////*/

    /// @notice Funded → Started. Anybody but poster and arbiter, by `openUntil`, who becomes the worker; S moves in from the
    /// caller. `agreedTerms` is the hash of the terms that the worker agrees to, as `termsHash` defines it. A task in mode
    /// Selection needs the poster's voucher for this caller; in mode Instant it is ignored.
    /// @dev Emits `TaskStarted`. Reverts with `WrongState`, `ConflictOfInterest`, `DeadlinePassed`, `WrongTerms`,
    /// `SignatureExpired`, `InvalidSignature`, `ShortDelivery`, or the token's own reason.
    function stakeAndStart(uint256 taskId, bytes32 agreedTerms, SelectionVoucher calldata voucher) external;

    /// @notice `stakeAndStart` with the token approval in the same transaction.
    function stakeAndStartWithPermit(
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher,
        Permit calldata permit
    ) external;

    /// @notice Started → Submitted. The worker, by `workBy`; begins the poster's review.
    /// @dev Emits `WorkSubmitted`. Reverts with `WrongState`, `NotWorker`, `DeadlinePassed`, `EmptyHash`.
    function submitWork(uint256 taskId, bytes32 submissionHash) external;

    /// @notice ChangesRequested → Submitted, by `resubmitBy`; begins a fresh review. The worker, who needs no signature, or
    /// anybody who holds the worker's EIP-712 signature of
    /// `Resubmission(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)` for the present round. The first
    /// answer of a round is the one that stands: a worker signs finished work only. If this very work already stands
    /// submitted, the call does nothing and succeeds.
    /// @dev Emits `WorkResubmitted`. Reverts with `WrongState`, `DeadlinePassed`, `EmptyHash`, `SignatureExpired`,
    /// `InvalidSignature`. A poster anchors and approves in one transaction with `multicall`, which succeeds also if
    /// somebody else anchored the same work first.
    function resubmitWork(
        uint256 taskId,
        bytes32 submissionHash,
        uint256 signatureDeadline,
        bytes calldata signature
    ) external;

    /*//////////////////////////////////////////////////////////////
                                JUDGEMENT
    //////////////////////////////////////////////////////////////*/

    /// @notice Submitted → ChangesRequested. The poster, by `reviewBy`, at most `maxChangeRounds` times.
    /// @dev Emits `ChangesRequested`. Reverts with `WrongState`, `NotPoster`, `DeadlinePassed`, `NoChangeRoundLeft`.
    function requestChanges(uint256 taskId, bytes32 reasonHash) external;

    /// @notice Submitted or ChangesRequested → Approved. The poster, at any time before somebody calls a timeout, for the
    /// work named by its hash. R less the platform's fee to the worker, the fee to the treasury; S waits for the worker.
    /// @dev Emits `TaskApproved`. Reverts with `WrongState`, `NotPoster`, `WrongSubmission`, `InvalidRating`.
    function approve(uint256 taskId, bytes32 submissionHash, uint8 rating, bytes32 commentHash) external;

    /// @notice Submitted → Approved and settled. Anybody, after `reviewBy`: the poster stayed silent. R less the platform's
    /// fee and S to the worker, the fee to the treasury.
    /// @dev Emits `TaskReleased`. Reverts with `WrongState`, `DeadlineNotPassed`.
    function releaseAfterReview(uint256 taskId) external;

    /// @notice Submitted → Rejected. The poster, by `reviewBy`, for the work named by its hash. Nothing moves yet.
    /// @dev Emits `TaskRejected`. Reverts with `WrongState`, `NotPoster`, `DeadlinePassed`, `WrongSubmission`,
    /// `InvalidRating`.
    function reject(uint256 taskId, bytes32 submissionHash, uint8 rating, bytes32 commentHash) external;

    /*//////////////////////////////////////////////////////////////
                                 DISPUTE
    //////////////////////////////////////////////////////////////*/

    /// @notice Rejected → Refunded. The worker at any time (concedes), anybody after `contestBy`; R to the poster, S to the
    /// worker.
    /// @dev Emits `TaskRefunded`. Reverts with `WrongState`, `DeadlineNotPassed`.
    function finalizeRejection(uint256 taskId) external;

    /// @notice Rejected → Disputed. The worker, by `contestBy`.
    /// @dev Emits `TaskDisputed`. Reverts with `WrongState`, `NotWorker`, `DeadlinePassed`.
    function contest(uint256 taskId, bytes32 evidenceHash) external;

    /// @notice Disputed → Resolved. The arbiter, by `ruleBy`. `workerShareBps` of R (rounded down) to the worker and the rest
    /// to the poster; S to the worker, or to the poster if `forfeitStake`.
    /// @dev Emits `TaskResolved`. Reverts with `WrongState`, `NotArbiter`, `DeadlinePassed`, `InvalidShare`.
    function rule(uint256 taskId, uint16 workerShareBps, bool forfeitStake, bytes32 rulingHash) external;

    /// @notice Disputed → Resolved. Anybody, after `ruleBy`: the arbiter stayed silent. Half of R to each, an odd unit to the
    /// poster; S to the worker.
    /// @dev Emits `TaskResolved`. Reverts with `WrongState`, `DeadlineNotPassed`.
    function ruleByDefault(uint256 taskId) external;

    /*//////////////////////////////////////////////////////////////
                                  STAKE
    //////////////////////////////////////////////////////////////*/

    /// @notice Approved → Approved and settled. The worker rates the poster, as long as S is held; S to the worker.
    /// @dev Emits `StakeClaimed`. Reverts with `WrongState` (also once settled), `NotWorker`, `InvalidRating`.
    function rateAndClaimStake(uint256 taskId, uint8 rating, bytes32 commentHash) external;

    /// @notice Approved → Approved and settled. Anybody, after `rateBy`; S to the worker, without a rating.
    /// @dev Emits `StakeClaimed`. Reverts with `WrongState` (also once settled), `DeadlineNotPassed`.
    function claimStakeAfterRating(uint256 taskId) external;

    /// @notice Pays the caller's whole credit to `to`.
    /// @dev Emits `Withdrawn`. Reverts with `NothingToWithdraw`, `InvalidRecipient` (this contract), or the token's reason.
    /// @return amount what was paid
    function withdraw(address to) external returns (uint256 amount);

    /*//////////////////////////////////////////////////////////////
                                  OWNER
    //////////////////////////////////////////////////////////////*/

    /// @notice The owner stops or opens the creation of tasks; tasks that exist are not touched.
    /// @dev Emits `CreationPaused`.
    function setCreationPaused(bool paused) external;

    /// @notice The owner chooses where later fees go.
    /// @dev Emits `TreasuryChanged`. Reverts with `InvalidRecipient` (zero, this contract).
    function setTreasury(address treasury) external;

    /*//////////////////////////////////////////////////////////////
                                  VIEWS
    //////////////////////////////////////////////////////////////*/

    /// @notice The task as the contract remembers it; all zero if it does not exist.
    function getTask(uint256 taskId) external view returns (Task memory);

    /// @notice The hash of everything that a worker agrees to by starting: keccak256 of the ABI encoding of `(address poster,
    /// uint256 reward, uint256 stake, bytes32 metadataHash, uint8 mode, uint8 maxChangeRounds, uint24 work, uint24 review,
    /// uint24 resubmit, uint24 contest, uint24 rule, uint24 rate, uint16 platformFeeBps, address arbiter)`. A worker
    /// computes it from the terms as read; this answer is for comparing.
    /// @dev Reverts with `WrongState` unless the task is funded.
    function termsHash(uint256 taskId) external view returns (bytes32);

    /// @notice How many tasks were created; ids run from 1 to this.
    function taskCount() external view returns (uint48);

    /// @notice What `account` can withdraw.
    function credits(address account) external view returns (uint256);

    /// @notice Where fees go.
    function treasury() external view returns (address);

    /// @notice Whether the creation of tasks is stopped.
    function creationPaused() external view returns (bool);

    /// @notice The token that is held.
    function usdc() external view returns (address);

    /// @notice Who rules on disputes of every task of this deployment.
    function arbiter() external view returns (address);

    /// @notice F.
    function cancelFee() external view returns (uint256);

    /// @notice The share of R that the treasury gets when work is paid, in basis points.
    function platformFeeBps() external view returns (uint16);

    /// @notice The least and the greatest stake that a reward allows.
    function stakeBounds(uint256 reward) external view returns (uint256 min, uint256 max);

    /// @notice The least and the greatest of each window. Beyond these, `resubmit` is at least a quarter of `review`.
    function windowBounds() external view returns (Windows memory min, Windows memory max);

    /// @notice The greatest number of change rounds that a task may allow.
    function maxChangeRounds() external view returns (uint8);
}
