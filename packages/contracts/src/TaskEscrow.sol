// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Ownable, Ownable2Step } from "@openzeppelin/contracts/access/Ownable2Step.sol";
import { ERC2771Context } from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import { IERC20 } from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import { IERC20Permit } from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import { SafeERC20 } from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import { Context } from "@openzeppelin/contracts/utils/Context.sol";
import { Multicall } from "@openzeppelin/contracts/utils/Multicall.sol";
import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { EIP712 } from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import { Math } from "@openzeppelin/contracts/utils/math/Math.sol";
import { SafeCast } from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import { TaskDeposits } from "./TaskDeposits.sol";
import { IERC3009 } from "./interfaces/IERC3009.sol";
import { ITaskDeposits } from "./interfaces/ITaskDeposits.sol";
import { ITaskEscrow } from "./interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "./libraries/EscrowErrors.sol";
import { Signatures } from "./libraries/Signatures.sol";
import { WindowPack } from "./libraries/WindowPack.sol";

/// @title TaskEscrow
/// @notice See {ITaskEscrow}, which documents every function.
contract TaskEscrow is ITaskEscrow, Ownable2Step, EIP712, ERC2771Context, Multicall, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_PLATFORM_FEE_BPS = 1000;
    uint256 private constant MIN_RESUBMIT_WINDOW = 10 minutes;
    bytes32 private constant SELECTION_TYPEHASH =
        keccak256("Selection(uint256 taskId,bytes32 metadataHash,address worker,uint256 deadline)");
    bytes32 private constant RESUBMISSION_TYPEHASH =
        keccak256("Resubmission(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)");
    bytes32 private constant VERDICT_TYPEHASH =
        keccak256("Verdict(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)");

    /// @inheritdoc ITaskEscrow
    address public immutable usdc;
    /// @inheritdoc ITaskEscrow
    address public immutable arbiter;
    /// @inheritdoc ITaskEscrow
    ITaskDeposits public immutable deposits;
    /// @inheritdoc ITaskEscrow
    uint256 public immutable cancelFee;
    /// @inheritdoc ITaskEscrow
    uint16 public immutable platformFeeBps;
    /// @inheritdoc ITaskEscrow
    uint8 public immutable maxChangeRounds;
    uint256 private immutable _minStake;
    uint256 private immutable _minStakeBps;
    uint256 private immutable _maxStakeBps;
    uint256 private immutable _minWindows;
    uint256 private immutable _maxWindows;

    // These three share one storage slot, which createTask reads and writes once.
    /// @inheritdoc ITaskEscrow
    address public treasury;
    /// @inheritdoc ITaskEscrow
    uint48 public taskCount;
    /// @inheritdoc ITaskEscrow
    bool public creationPaused;

    mapping(uint256 taskId => Task task) private _tasks;
    /// @inheritdoc ITaskEscrow
    mapping(address account => uint256 amount) public credits;

    /// @notice Deploys the escrow and its `TaskDeposits`. Reverts with `InvalidDeployment`, `InvalidRecipient` or
    /// `OwnableInvalidOwner`.
    /// @param deployment the parties, the fees and the bounds of terms
    constructor(Deployment memory deployment) Ownable(deployment.owner) EIP712("TaskEscrow", "1") ERC2771Context(deployment.forwarder) {
        // The holder of an account's key could speak for everyone.
        if (deployment.forwarder.code.length == 0) revert EscrowErrors.InvalidDeployment();
        if (deployment.usdc == address(0) || deployment.arbiter == address(0)) revert EscrowErrors.InvalidDeployment();
        if (deployment.platformFeeBps > MAX_PLATFORM_FEE_BPS) revert EscrowErrors.InvalidDeployment();
        if (deployment.minStakeBps > deployment.maxStakeBps || deployment.maxStakeBps > BPS) revert EscrowErrors.InvalidDeployment();
        usdc = deployment.usdc;
        arbiter = deployment.arbiter;
        deposits = new TaskDeposits(deployment.usdc);
        cancelFee = deployment.cancelFee;
        platformFeeBps = deployment.platformFeeBps;
        maxChangeRounds = deployment.maxChangeRounds;
        _minStake = deployment.minStake;
        _minStakeBps = deployment.minStakeBps;
        _maxStakeBps = deployment.maxStakeBps;
        (_minWindows, _maxWindows) = _packBounds(deployment.minWindows, deployment.maxWindows);
        _setTreasury(deployment.treasury);
    }

    /*//////////////////////////////////////////////////////////////
                                 OPEN
    //////////////////////////////////////////////////////////////*/

    /// @inheritdoc ITaskEscrow
    function createTask(Terms calldata terms) external nonReentrant returns (uint256 taskId) {
        return _createAndPull(_msgSender(), terms);
    }

    /// @inheritdoc ITaskEscrow
    function createTaskWithPermit(
        Terms calldata terms,
        Permit calldata permit
    ) external nonReentrant returns (uint256 taskId) {
        address poster = _msgSender();
        _usePermit(poster, permit);
        return _createAndPull(poster, terms);
    }

    /// @inheritdoc ITaskEscrow
    function createTaskWithAuthorization(
        Terms calldata terms,
        bytes32 salt,
        Authorization calldata authorization
    ) external nonReentrant returns (uint256 taskId) {
        taskId = _createTask(authorization.from, terms);
        _pullAuthorized(authorization, terms.reward, creationNonce(terms, salt));
    }

    /// @inheritdoc ITaskEscrow
    function createTaskFromDeposit(
        Terms calldata terms,
        bytes32 salt,
        bytes32 nonce,
        Authorization calldata authorization
    ) external nonReentrant returns (uint256 taskId) {
        taskId = _createTask(authorization.from, terms);
        uint256 before = _balance();
        deposits.collect(
            authorization.from,
            keccak256(abi.encode(terms, salt)),
            terms.reward,
            authorization.validAfter,
            authorization.validBefore,
            nonce,
            authorization.signature
        );
        _requireDelivered(before, terms.reward);
    }

    /// @notice Creates a task and takes the reward by the poster's allowance.
    /// @param poster whose task it is, and who pays
    /// @param terms the terms of the task
    /// @return taskId the id of the new task
    function _createAndPull(address poster, Terms calldata terms) private returns (uint256 taskId) {
        taskId = _createTask(poster, terms);
        _pull(poster, terms.reward);
    }

    /// @notice Checks the terms and records the task.
    /// @dev The caller of this function must then collect the reward.
    /// @param poster whose task it is
    /// @param terms the terms of the task
    /// @return taskId the id of the new task
    function _createTask(address poster, Terms calldata terms) private returns (uint256 taskId) {
        // Checks
        if (creationPaused) revert EscrowErrors.CreationIsPaused();
        if (poster == arbiter) revert EscrowErrors.ConflictOfInterest(0, poster);
        if (terms.metadataHash == 0) revert EscrowErrors.EmptyHash();
        address judge = terms.judge;
        if (judge == poster || judge == address(this)) revert EscrowErrors.InvalidJudge(judge);
        _requireTermsWithinBounds(terms);

        // Effects
        taskId = ++taskCount;
        Windows calldata windows = terms.windows;
        uint40 openUntil = _deadlineIn(windows.open);
        Task storage task = _tasks[taskId];
        task.poster = poster;
        task.deadline = openUntil;
        task.state = State.Funded;
        task.mode = terms.mode;
        task.maxChangeRounds = terms.maxChangeRounds;
        task.reward = SafeCast.toUint56(terms.reward);
        task.stake = SafeCast.toUint56(terms.stake);
        task.workWindow = windows.work;
        task.reviewWindow = windows.review;
        task.resubmitWindow = windows.resubmit;
        task.contestWindow = windows.contest;
        task.ruleWindow = windows.rule;
        task.rateWindow = windows.rate;
        task.contentHash = terms.metadataHash;
        if (judge != address(0)) task.judge = judge;
        emit TaskCreated(
            taskId,
            poster,
            terms.metadataHash,
            terms.reward,
            terms.stake,
            terms.mode,
            terms.maxChangeRounds,
            judge,
            windows,
            openUntil,
            cancelFee,
            platformFeeBps,
            arbiter
        );
    }

    /// @inheritdoc ITaskEscrow
    function fundMore(uint256 taskId, uint256 reward, uint256 openUntil) external nonReentrant {
        _fundMore(_msgSender(), taskId, reward, openUntil);
    }

    /// @inheritdoc ITaskEscrow
    function fundMoreWithPermit(
        uint256 taskId,
        uint256 reward,
        uint256 openUntil,
        Permit calldata permit
    ) external nonReentrant {
        address poster = _msgSender();
        _usePermit(poster, permit);
        _fundMore(poster, taskId, reward, openUntil);
    }

    /// @notice Sets a new reward and a new end of the open window, and takes the difference of the rewards.
    /// @param poster the account that acts, and pays
    /// @param taskId the id of the task
    /// @param reward the new reward, in total
    /// @param openUntil the new end of the open window
    function _fundMore(address poster, uint256 taskId, uint256 reward, uint256 openUntil) private {
        // Checks
        Task storage task = _requireState(taskId, State.Funded);
        if (poster != task.poster) revert EscrowErrors.NotPoster(taskId, poster);
        _requireByDeadline(taskId, task);
        (uint256 oldReward, uint256 oldOpenUntil) = (task.reward, task.deadline);
        if (reward < oldReward || openUntil < oldOpenUntil || (reward == oldReward && openUntil == oldOpenUntil)) {
            revert EscrowErrors.NothingAdded(taskId, oldReward, oldOpenUntil);
        }
        uint256 maxOpen = WindowPack.windowAt(_maxWindows, WindowPack.OPEN);
        if (openUntil > block.timestamp + maxOpen) {
            uint256 minOpen = WindowPack.windowAt(_minWindows, WindowPack.OPEN);
            revert EscrowErrors.WindowOutOfBounds(WindowPack.OPEN, openUntil - block.timestamp, minOpen, maxOpen);
        }

        // Effects
        task.reward = SafeCast.toUint56(reward);
        task.deadline = uint40(openUntil);
        emit TaskFundedMore(taskId, poster, reward - oldReward, reward, openUntil);

        // Interactions
        _pull(poster, reward - oldReward);
    }

    /// @inheritdoc ITaskEscrow
    function cancelTask(uint256 taskId) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Funded);
        address poster = _requirePoster(taskId, task);

        // Effects
        uint256 refund = task.reward - cancelFee;
        _settle(task, State.Cancelled);
        emit TaskCancelled(taskId, poster, refund, cancelFee, treasury);

        // Interactions
        _pay(taskId, poster, refund);
        _pay(taskId, treasury, cancelFee);
    }

    /// @inheritdoc ITaskEscrow
    function expireTask(uint256 taskId) external nonReentrant {
        // Checks
        Task storage task = _tasks[taskId];
        State from = task.state;
        if (from != State.Funded && from != State.Started && from != State.ChangesRequested) {
            revert EscrowErrors.WrongState(taskId, from);
        }
        _requireAfterDeadline(taskId, task);

        // Effects
        (address poster, address worker) = (task.poster, task.worker);
        uint256 stakeHeld = from == State.Funded ? 0 : task.stake;
        uint256 toWorker = from == State.ChangesRequested ? stakeHeld / 2 : 0;
        uint256 toPoster = task.reward + stakeHeld - toWorker;
        _settle(task, State.Expired);
        emit TaskExpired(taskId, poster, worker, from, toPoster, toWorker);

        // Interactions
        _pay(taskId, poster, toPoster);
        _pay(taskId, worker, toWorker);
    }

    /*//////////////////////////////////////////////////////////////
                                 WORK
    //////////////////////////////////////////////////////////////*/

    /// @inheritdoc ITaskEscrow
    function stakeAndStart(
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher
    ) external nonReentrant {
        _startAndPull(_msgSender(), taskId, agreedTerms, voucher);
    }

    /// @inheritdoc ITaskEscrow
    function stakeAndStartWithPermit(
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher,
        Permit calldata permit
    ) external nonReentrant {
        address worker = _msgSender();
        _usePermit(worker, permit);
        _startAndPull(worker, taskId, agreedTerms, voucher);
    }

    /// @inheritdoc ITaskEscrow
    function stakeAndStartWithAuthorization(
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher,
        Authorization calldata authorization
    ) external nonReentrant {
        uint256 stake = _start(authorization.from, taskId, agreedTerms, voucher);
        _pullAuthorized(authorization, stake, startNonce(taskId, agreedTerms));
    }

    /// @notice Starts a task and takes the stake by the worker's allowance.
    /// @param worker who starts, and pays
    /// @param taskId the id of the task
    /// @param agreedTerms the terms hash that the worker agreed to
    /// @param voucher the poster's selection, read if the task needs one
    function _startAndPull(
        address worker,
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher
    ) private {
        _pull(worker, _start(worker, taskId, agreedTerms, voucher));
    }

    /// @notice Checks that `worker` may start the task, and records it.
    /// @dev The caller of this function must then collect the stake.
    /// @param worker who starts
    /// @param taskId the id of the task
    /// @param agreedTerms the terms hash that the worker agreed to
    /// @param voucher the poster's selection, read if the task needs one
    /// @return stake the stake to collect
    function _start(
        address worker,
        uint256 taskId,
        bytes32 agreedTerms,
        SelectionVoucher calldata voucher
    ) private returns (uint256 stake) {
        // Checks
        Task storage task = _requireState(taskId, State.Funded);
        address poster = task.poster;
        if (worker == poster || worker == arbiter || worker == task.judge) revert EscrowErrors.ConflictOfInterest(taskId, worker);
        _requireByDeadline(taskId, task);
        _requireTerms(taskId, task, agreedTerms);
        if (task.mode == Mode.Selection) _requireSelected(taskId, task, worker, voucher);

        // Effects
        stake = task.stake;
        task.worker = worker;
        uint256 workBy = _enter(task, State.Started, task.workWindow);
        emit TaskStarted(taskId, poster, worker, stake, workBy);
    }

    /// @inheritdoc ITaskEscrow
    function submitWork(uint256 taskId, bytes32 submissionHash) external {
        // Checks
        Task storage task = _requireState(taskId, State.Started);
        address worker = _requireWorker(taskId, task);
        _requireByDeadline(taskId, task);
        if (submissionHash == 0) revert EscrowErrors.EmptyHash();

        // Effects
        task.contentHash = submissionHash;
        uint256 reviewBy = _enter(task, State.Submitted, task.reviewWindow);
        emit WorkSubmitted(taskId, task.poster, worker, submissionHash, reviewBy);
    }

    /// @inheritdoc ITaskEscrow
    function resubmitWork(
        uint256 taskId,
        uint256 round,
        bytes32 submissionHash,
        uint256 signatureDeadline,
        bytes calldata signature
    ) external {
        // Checks
        Task storage task = _tasks[taskId];
        // Recording the current submission again does nothing, so that a poster's `multicall` of `resubmitWork` and
        // `approve` succeeds even if another account recorded the work first.
        if (task.state == State.Submitted && task.contentHash == submissionHash) return;
        _requireState(taskId, State.ChangesRequested);
        _requireByDeadline(taskId, task);
        _requireRound(taskId, task, round);
        if (submissionHash == 0) revert EscrowErrors.EmptyHash();
        address worker = task.worker;
        if (_msgSender() != worker) {
            bytes32 message = keccak256(
                abi.encode(RESUBMISSION_TYPEHASH, taskId, round, submissionHash, signatureDeadline)
            );
            _requireSigned(worker, message, signatureDeadline, signature);
        }

        // Effects
        task.contentHash = submissionHash;
        uint256 reviewBy = _enter(task, State.Submitted, task.reviewWindow);
        emit WorkResubmitted(taskId, task.poster, worker, round, submissionHash, reviewBy);
    }

    /*//////////////////////////////////////////////////////////////
                                 REVIEW
    //////////////////////////////////////////////////////////////*/

    /// @inheritdoc ITaskEscrow
    function requestChanges(uint256 taskId, bytes32 submissionHash, bytes32 reasonHash) external {
        // Checks
        Task storage task = _requireState(taskId, State.Submitted);
        address poster = _requirePoster(taskId, task);
        _requireByDeadline(taskId, task);
        _requireSubmission(taskId, task, submissionHash);
        if (task.changeRound >= task.maxChangeRounds) {
            revert EscrowErrors.NoChangeRoundLeft(taskId, task.maxChangeRounds);
        }

        // Effects
        uint256 round = ++task.changeRound;
        uint256 resubmitBy = _enter(task, State.ChangesRequested, task.resubmitWindow);
        emit ChangesRequested(taskId, poster, task.worker, round, reasonHash, resubmitBy);
    }

    /// @inheritdoc ITaskEscrow
    function approve(
        uint256 taskId,
        bytes32 submissionHash,
        uint8 rating,
        bytes32 commentHash
    ) external nonReentrant {
        // Checks
        Task storage task = _tasks[taskId];
        State from = task.state;
        if (from != State.Submitted && from != State.ChangesRequested) revert EscrowErrors.WrongState(taskId, from);
        address poster = _requirePoster(taskId, task);
        _requireSubmission(taskId, task, submissionHash);
        _requireRating(rating);

        // Effects
        address worker = task.worker;
        (uint256 toWorker, uint256 fee) = _splitFee(task.reward);
        uint256 rateBy = _enter(task, State.Approved, task.rateWindow);
        if (task.stake == 0) (task.settled, task.workerMayRate) = (true, true);
        emit TaskApproved(
            taskId,
            poster,
            worker,
            submissionHash,
            rating,
            commentHash,
            toWorker,
            fee,
            treasury,
            rateBy
        );

        // Interactions
        _pay(taskId, worker, toWorker);
        _pay(taskId, treasury, fee);
    }

    /// @inheritdoc ITaskEscrow
    function approveByJudge(
        uint256 taskId,
        uint256 round,
        bytes32 submissionHash,
        uint256 verdictDeadline,
        bytes calldata signature
    ) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Submitted);
        address judge = task.judge;
        if (judge == address(0)) revert EscrowErrors.NoJudge(taskId);
        _requireRound(taskId, task, round);
        _requireSubmission(taskId, task, submissionHash);
        bytes32 message = keccak256(abi.encode(VERDICT_TYPEHASH, taskId, round, submissionHash, verdictDeadline));
        _requireSigned(judge, message, verdictDeadline, signature);

        // Effects
        uint256 rateBy = _enter(task, State.Approved, task.rateWindow);
        (task.settled, task.posterMayRate, task.workerMayRate) = (true, true, true);
        _payByJudge(taskId, task, judge, rateBy);
    }

    /// @notice Pays the worker of a task that its judge approved.
    /// @param taskId the id of the task
    /// @param task the task
    /// @param judge who approved
    /// @param rateBy the last second for ratings
    function _payByJudge(uint256 taskId, Task storage task, address judge, uint256 rateBy) private {
        // Effects
        address worker = task.worker;
        uint256 stake = task.stake;
        (uint256 toWorker, uint256 fee) = _splitFee(task.reward);
        emit TaskApprovedByJudge(
            taskId,
            task.poster,
            worker,
            judge,
            task.contentHash,
            toWorker,
            fee,
            treasury,
            stake,
            rateBy
        );

        // Interactions
        _pay(taskId, worker, toWorker + stake);
        _pay(taskId, treasury, fee);
    }

    /// @inheritdoc ITaskEscrow
    function rateWork(uint256 taskId, uint8 rating, bytes32 commentHash) external {
        // Checks
        Task storage task = _requireState(taskId, State.Approved);
        if (!task.posterMayRate) revert EscrowErrors.WrongState(taskId, State.Approved);
        address poster = _requirePoster(taskId, task);
        _requireByDeadline(taskId, task);
        _requireRating(rating);

        // Effects
        task.posterMayRate = false;
        emit WorkRated(taskId, poster, task.worker, rating, commentHash);
    }

    /// @inheritdoc ITaskEscrow
    function releaseAfterReview(uint256 taskId) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Submitted);
        _requireAfterDeadline(taskId, task);

        // Effects
        address worker = task.worker;
        uint256 stake = task.stake;
        (uint256 toWorker, uint256 fee) = _splitFee(task.reward);
        _settle(task, State.Approved);
        emit TaskReleased(taskId, task.poster, worker, task.contentHash, toWorker, fee, treasury, stake);

        // Interactions
        _pay(taskId, worker, toWorker + stake);
        _pay(taskId, treasury, fee);
    }

    /// @inheritdoc ITaskEscrow
    function reject(uint256 taskId, bytes32 submissionHash, uint8 rating, bytes32 commentHash) external {
        // Checks
        Task storage task = _requireState(taskId, State.Submitted);
        address poster = _requirePoster(taskId, task);
        _requireByDeadline(taskId, task);
        _requireSubmission(taskId, task, submissionHash);
        _requireRating(rating);

        // Effects
        uint256 contestBy = _enter(task, State.Rejected, task.contestWindow);
        emit TaskRejected(taskId, poster, task.worker, submissionHash, rating, commentHash, contestBy);
    }

    /*//////////////////////////////////////////////////////////////
                                 DISPUTE
    //////////////////////////////////////////////////////////////*/

    /// @inheritdoc ITaskEscrow
    function finalizeRejection(uint256 taskId) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Rejected);
        (address poster, address worker) = (task.poster, task.worker);
        if (_msgSender() != worker) _requireAfterDeadline(taskId, task);

        // Effects
        (uint256 reward, uint256 stake) = (task.reward, task.stake);
        _settle(task, State.Refunded);
        emit TaskRefunded(taskId, poster, worker, reward, stake);

        // Interactions
        _pay(taskId, poster, reward);
        _pay(taskId, worker, stake);
    }

    /// @inheritdoc ITaskEscrow
    function contest(uint256 taskId, bytes32 evidenceHash) external {
        // Checks
        Task storage task = _requireState(taskId, State.Rejected);
        address worker = _requireWorker(taskId, task);
        _requireByDeadline(taskId, task);

        // Effects
        uint256 ruleBy = _enter(task, State.Disputed, task.ruleWindow);
        emit TaskDisputed(taskId, task.poster, worker, evidenceHash, arbiter, ruleBy);
    }

    /// @inheritdoc ITaskEscrow
    function rule(
        uint256 taskId,
        uint16 workerShareBps,
        bool forfeitStake,
        bytes32 rulingHash
    ) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Disputed);
        if (_msgSender() != arbiter) revert EscrowErrors.NotArbiter(taskId, _msgSender());
        _requireByDeadline(taskId, task);
        if (workerShareBps > BPS) revert EscrowErrors.InvalidShare(workerShareBps);

        _resolve(taskId, task, workerShareBps, forfeitStake, rulingHash, false);
    }

    /// @inheritdoc ITaskEscrow
    function ruleByDefault(uint256 taskId) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Disputed);
        _requireAfterDeadline(taskId, task);

        _resolve(taskId, task, BPS / 2, false, 0, true);
    }

    /// @notice Ends a dispute and pays both parties.
    /// @param taskId the id of the task
    /// @param task the task
    /// @param workerShareBps the worker's share of the reward, in basis points
    /// @param forfeitStake whether the poster gets the stake
    /// @param rulingHash the hash of the arbiter's reasons
    /// @param byDefault whether the arbiter let the time pass
    function _resolve(
        uint256 taskId,
        Task storage task,
        uint256 workerShareBps,
        bool forfeitStake,
        bytes32 rulingHash,
        bool byDefault
    ) private {
        // Effects
        (address poster, address worker) = (task.poster, task.worker);
        uint256 toWorker = (task.reward * workerShareBps) / BPS;
        uint256 toPoster = task.reward - toWorker;
        if (forfeitStake) toPoster += task.stake;
        else toWorker += task.stake;
        _settle(task, State.Resolved);
        emit TaskResolved(
            taskId,
            poster,
            worker,
            workerShareBps,
            forfeitStake,
            rulingHash,
            byDefault,
            toPoster,
            toWorker
        );

        // Interactions
        _pay(taskId, poster, toPoster);
        _pay(taskId, worker, toWorker);
    }

    /*//////////////////////////////////////////////////////////////
                                  STAKE
    //////////////////////////////////////////////////////////////*/

    /// @inheritdoc ITaskEscrow
    function rateAndClaimStake(uint256 taskId, uint8 rating, bytes32 commentHash) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Approved);
        bool isSettled = task.settled;
        if (isSettled && !task.workerMayRate) revert EscrowErrors.WrongState(taskId, State.Approved);
        address worker = _requireWorker(taskId, task);
        _requireRating(rating);

        if (!isSettled) return _returnStake(taskId, task, rating, commentHash);
        _requireByDeadline(taskId, task);

        // Effects
        task.workerMayRate = false;
        emit PosterRated(taskId, task.poster, worker, rating, commentHash);
    }

    /// @inheritdoc ITaskEscrow
    function claimStakeAfterRating(uint256 taskId) external nonReentrant {
        // Checks
        Task storage task = _requireState(taskId, State.Approved);
        if (task.settled) revert EscrowErrors.WrongState(taskId, State.Approved);
        _requireAfterDeadline(taskId, task);

        _returnStake(taskId, task, 0, 0);
    }

    /// @notice Ends an approved task and pays the stake to its worker.
    /// @param taskId the id of the task
    /// @param task the task
    /// @param rating the worker's rating of the poster, 0 without one
    /// @param commentHash the hash of the worker's comment, 0 without one
    function _returnStake(uint256 taskId, Task storage task, uint8 rating, bytes32 commentHash) private {
        // Effects
        address worker = task.worker;
        uint256 stake = task.stake;
        _settle(task, State.Approved);
        emit StakeClaimed(taskId, task.poster, worker, stake, rating, commentHash);

        // Interactions
        _pay(taskId, worker, stake);
    }

    /// @inheritdoc ITaskEscrow
    function withdraw(address to) external nonReentrant returns (uint256 amount) {
        // Checks
        address account = _msgSender();
        amount = credits[account];
        if (amount == 0) revert EscrowErrors.NothingToWithdraw(account);
        _requireRecipient(to);

        // Effects
        credits[account] = 0;
        emit Withdrawn(account, to, amount);

        // Interactions
        IERC20(usdc).safeTransfer(to, amount);
    }

    /*//////////////////////////////////////////////////////////////
                                  OWNER
    //////////////////////////////////////////////////////////////*/

    /// @inheritdoc ITaskEscrow
    function setCreationPaused(bool paused) external onlyOwner {
        creationPaused = paused;
        emit CreationPaused(paused);
    }

    /// @inheritdoc ITaskEscrow
    function setTreasury(address newTreasury) external onlyOwner {
        _setTreasury(newTreasury);
    }

    /// @notice Sets the receiver of fees.
    /// @param newTreasury the receiver
    function _setTreasury(address newTreasury) private {
        _requireRecipient(newTreasury);
        treasury = newTreasury;
        emit TreasuryChanged(newTreasury);
    }

    /// @notice The new owner accepts, in a transaction of its own.
    function acceptOwnership() public override {
        _requireDirect();
        super.acceptOwnership();
    }

    /// @notice Requires that the owner calls, by a transaction of its own.
    /// @dev The owner's rights are not open to signatures that someone else sends.
    function _checkOwner() internal view override {
        _requireDirect();
        super._checkOwner();
    }

    /// @notice Requires that the call does not come through the forwarder.
    function _requireDirect() private view {
        if (isTrustedForwarder(msg.sender)) revert OwnableUnauthorizedAccount(msg.sender);
    }

    /*//////////////////////////////////////////////////////////////
                                  VIEWS
    //////////////////////////////////////////////////////////////*/

    /// @inheritdoc ITaskEscrow
    function getTask(uint256 taskId) external view returns (Task memory) {
        return _tasks[taskId];
    }

    /// @inheritdoc ITaskEscrow
    function termsHash(uint256 taskId) external view returns (bytes32) {
        return _termsHash(_requireState(taskId, State.Funded));
    }

    /// @inheritdoc ITaskEscrow
    function creationNonce(Terms calldata terms, bytes32 salt) public view returns (bytes32) {
        return _nonceOf(this.createTaskWithAuthorization.selector, keccak256(abi.encode(terms, salt)));
    }

    /// @inheritdoc ITaskEscrow
    function startNonce(uint256 taskId, bytes32 agreedTerms) public view returns (bytes32) {
        return _nonceOf(this.stakeAndStartWithAuthorization.selector, keccak256(abi.encode(taskId, agreedTerms)));
    }

    /// @notice The nonce of an authorization that serves one call of this deployment only.
    /// @param selector the function that uses it
    /// @param consent keccak256 of the ABI encoding of what was signed for
    /// @return the nonce
    function _nonceOf(bytes4 selector, bytes32 consent) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), selector, consent));
    }

    /// @inheritdoc ITaskEscrow
    function trustedForwarder() public view override(ITaskEscrow, ERC2771Context) returns (address) {
        return super.trustedForwarder();
    }

    /// @inheritdoc ITaskEscrow
    function stakeBounds(uint256 reward) public view returns (uint256 min, uint256 max) {
        min = (reward * _minStakeBps) / BPS;
        if (min < _minStake) min = _minStake;
        max = (reward * _maxStakeBps) / BPS;
    }

    /// @inheritdoc ITaskEscrow
    function windowBounds() external view returns (Windows memory min, Windows memory max) {
        return (WindowPack.unpack(_minWindows), WindowPack.unpack(_maxWindows));
    }

    /*//////////////////////////////////////////////////////////////
                                 CHECKS
    //////////////////////////////////////////////////////////////*/

    /// @notice Requires that the reward, the stake, the change rounds and every window are within the bounds of this
    /// deployment.
    /// @param terms the terms of the task
    function _requireTermsWithinBounds(Terms calldata terms) private view {
        if (terms.reward <= cancelFee) revert EscrowErrors.RewardTooSmall(terms.reward, cancelFee);
        _requireStakeWithinBounds(terms);
        if (terms.maxChangeRounds > maxChangeRounds) {
            revert EscrowErrors.TooManyChangeRounds(terms.maxChangeRounds, maxChangeRounds);
        }
        uint256 windows = WindowPack.pack(terms.windows);
        for (uint256 i = 0; i < WindowPack.COUNT; ++i) {
            uint256 window = WindowPack.windowAt(windows, i);
            uint256 min = WindowPack.windowAt(_minWindows, i);
            uint256 max = WindowPack.windowAt(_maxWindows, i);
            if (i == WindowPack.RESUBMIT) {
                uint256 quarterOfReview = Math.ceilDiv(terms.windows.review, 4);
                if (min < quarterOfReview) min = quarterOfReview;
            }
            if (window < min || window > max) revert EscrowErrors.WindowOutOfBounds(i, window, min, max);
        }
    }

    /// @notice Requires a stake within the bounds for the reward, or none where the poster selects the worker.
    /// @param terms the terms of the task
    function _requireStakeWithinBounds(Terms calldata terms) private view {
        uint256 stake = terms.stake;
        (uint256 minStake, uint256 maxStake) = stakeBounds(terms.reward);
        if (stake == 0) {
            if (terms.mode == Mode.Instant) revert EscrowErrors.StakeRequired(minStake);
            return;
        }
        if (stake < minStake || stake > maxStake) revert EscrowErrors.StakeOutOfBounds(stake, minStake, maxStake);
    }

    /// @notice Requires that the task is in a state. A task that does not exist is in `None`.
    /// @param taskId the id of the task
    /// @param expected the state
    /// @return task the task
    function _requireState(uint256 taskId, State expected) private view returns (Task storage task) {
        task = _tasks[taskId];
        if (task.state != expected) revert EscrowErrors.WrongState(taskId, task.state);
    }

    /// @notice Requires that the task's poster acts.
    /// @param taskId the id of the task
    /// @param task the task
    /// @return poster the poster
    function _requirePoster(uint256 taskId, Task storage task) private view returns (address poster) {
        poster = _msgSender();
        if (poster != task.poster) revert EscrowErrors.NotPoster(taskId, poster);
    }

    /// @notice Requires that the task's worker acts.
    /// @param taskId the id of the task
    /// @param task the task
    /// @return worker the worker
    function _requireWorker(uint256 taskId, Task storage task) private view returns (address worker) {
        worker = _msgSender();
        if (worker != task.worker) revert EscrowErrors.NotWorker(taskId, worker);
    }

    /// @notice Requires that the task's deadline has not passed. The second of the deadline is in time.
    /// @param taskId the id of the task
    /// @param task the task
    function _requireByDeadline(uint256 taskId, Task storage task) private view {
        if (block.timestamp > task.deadline) revert EscrowErrors.DeadlinePassed(taskId, task.deadline);
    }

    /// @notice Requires that the task's deadline has passed.
    /// @param taskId the id of the task
    /// @param task the task
    function _requireAfterDeadline(uint256 taskId, Task storage task) private view {
        if (block.timestamp <= task.deadline) revert EscrowErrors.DeadlineNotPassed(taskId, task.deadline);
    }

    /// @notice Requires that a decision names the current submission, not one that has been replaced.
    /// @param taskId the id of the task
    /// @param task the task
    /// @param named the hash that the decision names
    function _requireSubmission(uint256 taskId, Task storage task, bytes32 named) private view {
        if (named != task.contentHash) revert EscrowErrors.WrongSubmission(taskId, named, task.contentHash);
    }

    /// @notice Requires that a message names the current change round.
    /// @param taskId the id of the task
    /// @param task the task
    /// @param named the round that the message names
    function _requireRound(uint256 taskId, Task storage task, uint256 named) private view {
        if (named != task.changeRound) revert EscrowErrors.WrongRound(taskId, named, task.changeRound);
    }

    /// @notice Requires that the worker stakes on the terms it read, not on those of another task that took the id in a
    /// reorg.
    /// @param taskId the id of the task
    /// @param task the task
    /// @param agreed the terms hash that the worker agreed to
    function _requireTerms(uint256 taskId, Task storage task, bytes32 agreed) private view {
        bytes32 actual = _termsHash(task);
        if (agreed != actual) revert EscrowErrors.WrongTerms(taskId, agreed, actual);
    }

    /// @notice The hash of the terms that a worker agrees to.
    /// @dev Only valid while the task is funded: later, `contentHash` is the hash of the submission.
    /// @param task the task
    /// @return the hash
    function _termsHash(Task storage task) private view returns (bytes32) {
        bytes memory offer = abi.encode(
            task.poster,
            task.reward,
            task.stake,
            task.contentHash,
            task.mode,
            task.maxChangeRounds,
            task.judge
        );
        bytes memory windows = abi.encode(
            task.workWindow,
            task.reviewWindow,
            task.resubmitWindow,
            task.contestWindow,
            task.ruleWindow,
            task.rateWindow
        );
        return keccak256(bytes.concat(offer, windows, abi.encode(platformFeeBps, arbiter)));
    }

    /// @notice Refuses the addresses at which money is lost.
    /// @param to the receiver
    function _requireRecipient(address to) private view {
        if (to == address(0) || to == address(this) || to == usdc || to == address(deposits)) {
            revert EscrowErrors.InvalidRecipient(to);
        }
    }

    /// @notice Requires a rating from 1 to 5.
    /// @param rating the rating
    function _requireRating(uint8 rating) private pure {
        if (rating < 1 || rating > 5) revert EscrowErrors.InvalidRating(rating);
    }

    /// @notice Requires that the poster selected the worker for this task.
    /// @param taskId the id of the task
    /// @param task the task
    /// @param worker who starts
    /// @param voucher the poster's selection
    function _requireSelected(
        uint256 taskId,
        Task storage task,
        address worker,
        SelectionVoucher calldata voucher
    ) private view {
        bytes32 message = keccak256(
            abi.encode(SELECTION_TYPEHASH, taskId, task.contentHash, worker, voucher.deadline)
        );
        _requireSigned(task.poster, message, voucher.deadline, voucher.signature);
    }

    /// @notice Requires a signature that has not expired.
    /// @param signer who must have signed
    /// @param message the struct hash of the message
    /// @param signatureDeadline the last second in which the signature counts
    /// @param signature the signature, by a key or an ERC-1271 wallet
    function _requireSigned(
        address signer,
        bytes32 message,
        uint256 signatureDeadline,
        bytes calldata signature
    ) private view {
        if (block.timestamp > signatureDeadline) revert EscrowErrors.SignatureExpired(signatureDeadline);
        if (!Signatures.isSignedBy(signer, _hashTypedDataV4(message), signature)) {
            revert EscrowErrors.InvalidSignature(signer);
        }
    }

    /*//////////////////////////////////////////////////////////////
                                 EFFECTS
    //////////////////////////////////////////////////////////////*/

    /// @notice Moves the task to `state` and sets the next deadline `window` seconds from now.
    /// @param task the task
    /// @param state the state
    /// @param window the time for the next step, in seconds
    /// @return the deadline
    function _enter(Task storage task, State state, uint24 window) private returns (uint256) {
        uint40 deadline = _deadlineIn(window);
        task.state = state;
        task.deadline = deadline;
        return deadline;
    }

    /// @notice Moves the task to a final state.
    /// @dev The caller of this function must then pay out everything held for the task.
    /// @param task the task
    /// @param state the state
    function _settle(Task storage task, State state) private {
        task.state = state;
        task.deadline = 0;
        task.settled = true;
    }

    /// @notice The time `window` seconds from now.
    /// @param window the seconds
    /// @return the time
    function _deadlineIn(uint24 window) private view returns (uint40) {
        return uint40(block.timestamp + window);
    }

    /// @notice Splits a reward into the worker's part and the platform's fee, which is rounded down.
    /// @param reward the reward
    /// @return toWorker the worker's part
    /// @return fee the fee
    function _splitFee(uint256 reward) private view returns (uint256 toWorker, uint256 fee) {
        fee = (reward * platformFeeBps) / BPS;
        toWorker = reward - fee;
    }

    /// @notice Checks and packs the bounds of the windows: each at least one second, the least at most the greatest,
    /// and at least ten minutes to answer a change request.
    /// @param min the least windows
    /// @param max the greatest windows
    /// @return the least windows in one word
    /// @return the greatest windows in one word
    function _packBounds(Windows memory min, Windows memory max) private pure returns (uint256, uint256) {
        if (min.resubmit < MIN_RESUBMIT_WINDOW) revert EscrowErrors.InvalidDeployment();
        (uint256 packedMin, uint256 packedMax) = (WindowPack.pack(min), WindowPack.pack(max));
        for (uint256 i = 0; i < WindowPack.COUNT; ++i) {
            uint256 least = WindowPack.windowAt(packedMin, i);
            if (least == 0 || least > WindowPack.windowAt(packedMax, i)) revert EscrowErrors.InvalidDeployment();
        }
        return (packedMin, packedMax);
    }

    /*//////////////////////////////////////////////////////////////
                              INTERACTIONS
    //////////////////////////////////////////////////////////////*/

    /// @notice Sets the allowance that a permit gives.
    /// @dev Anyone who sees the permit in the mempool can use it first, with the same effect. Its failure is therefore
    /// ignored.
    /// @param holder who signed the permit
    /// @param permit the permit
    function _usePermit(address holder, Permit calldata permit) private {
        try
            IERC20Permit(usdc).permit(
                holder,
                address(this),
                permit.value,
                permit.deadline,
                permit.v,
                permit.r,
                permit.s
            )
        // solhint-disable-next-line no-empty-blocks
        {} catch {}
    }

    /// @notice Transfers exactly `amount` from `payer` to this contract, and reverts if another amount arrives.
    /// @param payer who pays
    /// @param amount the amount; with 0 the token is not called
    function _pull(address payer, uint256 amount) private {
        if (amount == 0) return;
        uint256 before = _balance();
        IERC20(usdc).safeTransferFrom(payer, address(this), amount);
        _requireDelivered(before, amount);
    }

    /// @notice `_pull` by the payer's signature. Only this contract can use it, as the payee.
    /// @param authorization the payer's authorization
    /// @param amount the amount
    /// @param nonce what the payment is for
    function _pullAuthorized(Authorization calldata authorization, uint256 amount, bytes32 nonce) private {
        uint256 before = _balance();
        IERC3009(usdc).receiveWithAuthorization(
            authorization.from,
            address(this),
            amount,
            authorization.validAfter,
            authorization.validBefore,
            nonce,
            authorization.signature
        );
        _requireDelivered(before, amount);
    }

    /// @notice Requires that exactly `amount` arrived.
    /// @param before this contract's balance before the transfer
    /// @param amount the amount
    function _requireDelivered(uint256 before, uint256 amount) private view {
        uint256 delivered = _balance() - before;
        if (delivered != amount) revert EscrowErrors.ShortDelivery(amount, delivered);
    }

    /// @notice What this contract holds of the token.
    /// @return the balance
    function _balance() private view returns (uint256) {
        return IERC20(usdc).balanceOf(address(this));
    }

    /// @notice Pays `amount` to `to`, or credits it to `to` if the transfer fails.
    /// @dev A caller cannot force a credit by supplying too little gas: the 1/64 left after the transfer runs out of
    /// gas is not enough to write the credit.
    /// @param taskId the id of the task
    /// @param to the receiver
    /// @param amount the amount, which may be 0
    function _pay(uint256 taskId, address to, uint256 amount) private {
        if (amount == 0) return;
        if (IERC20(usdc).trySafeTransfer(to, amount)) return;
        credits[to] += amount;
        emit Credited(taskId, to, amount);
    }

    /*//////////////////////////////////////////////////////////////
                                CONTEXT
    //////////////////////////////////////////////////////////////*/

    /// @notice The account that acts: the signer of a request that comes through the forwarder, otherwise the caller.
    /// @return the account
    function _msgSender() internal view override(Context, ERC2771Context) returns (address) {
        return ERC2771Context._msgSender();
    }

    /// @notice The call's data without the signer that the forwarder appends.
    /// @return the data
    function _msgData() internal view override(Context, ERC2771Context) returns (bytes calldata) {
        return ERC2771Context._msgData();
    }

    /// @notice The length of what the forwarder appends, the signer. `multicall` appends as much to each of its calls.
    /// @return the length in bytes
    function _contextSuffixLength() internal view override(Context, ERC2771Context) returns (uint256) {
        return ERC2771Context._contextSuffixLength();
    }
}
