// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../interfaces/ITaskEscrow.sol";

/// @title EscrowErrors
/// @notice The escrow's own errors.
library EscrowErrors {
    /*//////////////////////////////////////////////////////////////
                          CALLER AND TIMING
    //////////////////////////////////////////////////////////////*/

    /// @notice The task is not in a state that allows this call. A task that does not exist is in state `None`.
    error WrongState(uint256 taskId, ITaskEscrow.State state);
    /// @notice Only the task's poster may do this.
    error NotPoster(uint256 taskId, address caller);
    /// @notice Only the task's worker may do this.
    error NotWorker(uint256 taskId, address caller);
    /// @notice Only the arbiter may do this.
    error NotArbiter(uint256 taskId, address caller);
    /// @notice A poster or a judge cannot work on its own task, and the arbiter cannot be a party to any task.
    error ConflictOfInterest(uint256 taskId, address party);
    /// @notice The deadline for this step has passed.
    error DeadlinePassed(uint256 taskId, uint256 deadline);
    /// @notice The deadline has not passed yet.
    error DeadlineNotPassed(uint256 taskId, uint256 deadline);

    /*//////////////////////////////////////////////////////////////
                                 TERMS
    //////////////////////////////////////////////////////////////*/

    /// @notice The owner has paused task creation.
    error CreationIsPaused();
    /// @notice The reward must be greater than the cancel fee.
    error RewardTooSmall(uint256 reward, uint256 cancelFee);
    /// @notice The stake is outside the bounds for this reward.
    error StakeOutOfBounds(uint256 stake, uint256 min, uint256 max);
    /// @notice A task that anyone may start needs a stake of at least `min`; only a task with selection can have none.
    error StakeRequired(uint256 min);
    /// @notice The poster and the escrow cannot judge. Name another account, or zero for no judge.
    error InvalidJudge(address judge);
    /// @notice A window is outside its bounds. `index` is its zero-based position in `Windows`.
    error WindowOutOfBounds(uint256 index, uint256 window, uint256 min, uint256 max);
    /// @notice `fundMore` would lower the reward or `openUntil`, or change neither; `reward` and `openUntil` are the
    /// current values.
    error NothingAdded(uint256 taskId, uint256 reward, uint256 openUntil);
    /// @notice The task asks for more change rounds than the deployment allows.
    error TooManyChangeRounds(uint256 rounds, uint256 max);

    /*//////////////////////////////////////////////////////////////
                                 STEPS
    //////////////////////////////////////////////////////////////*/

    /// @notice The content hash is zero.
    error EmptyHash();
    /// @notice The decision does not name the current submission.
    error WrongSubmission(uint256 taskId, bytes32 named, bytes32 submitted);
    /// @notice The task has no judge; only its poster can approve it.
    error NoJudge(uint256 taskId);
    /// @notice The resubmission or the verdict does not name the current change round.
    error WrongRound(uint256 taskId, uint256 named, uint256 current);
    /// @notice The terms that the worker agreed to are not the task's terms.
    error WrongTerms(uint256 taskId, bytes32 agreed, bytes32 actual);
    /// @notice All change rounds have been used.
    error NoChangeRoundLeft(uint256 taskId, uint256 maxChangeRounds);
    /// @notice The rating is not between 1 and 5.
    error InvalidRating(uint8 rating);
    /// @notice The share exceeds 10,000 basis points.
    error InvalidShare(uint16 shareBps);
    /// @notice The signed message has expired.
    error SignatureExpired(uint256 deadline);
    /// @notice The signature is not a valid signature of this message by `signer`.
    error InvalidSignature(address signer);

    /*//////////////////////////////////////////////////////////////
                                 MONEY
    //////////////////////////////////////////////////////////////*/

    /// @notice The token transferred a different amount than was due.
    error ShortDelivery(uint256 due, uint256 delivered);
    /// @notice The caller has no credit.
    error NothingToWithdraw(address account);
    /// @notice This address cannot receive payments.
    error InvalidRecipient(address recipient);

    /*//////////////////////////////////////////////////////////////
                              DEPLOYMENT
    //////////////////////////////////////////////////////////////*/

    /// @notice The deployment's parameters contradict each other or exceed their limits.
    error InvalidDeployment();
}
