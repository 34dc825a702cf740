// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { ITaskEscrow } from "../interfaces/ITaskEscrow.sol";

/// @title Errors
/// @notice Every reason for which the escrow itself refuses a call.
library Errors {
    /*//////////////////////////////////////////////////////////////
                             WHO AND WHEN
    //////////////////////////////////////////////////////////////*/

    /// @notice The task is not in a state that allows this call; a task that does not exist is in state `None`.
    error WrongState(uint256 taskId, ITaskEscrow.State state);
    /// @notice Only the task's poster may do this.
    error NotPoster(uint256 taskId, address caller);
    /// @notice Only the task's worker may do this.
    error NotWorker(uint256 taskId, address caller);
    /// @notice Only the arbiter may do this.
    error NotArbiter(uint256 taskId, address caller);
    /// @notice A poster cannot work on the own task, and the arbiter is no party of any task.
    error ConflictOfInterest(uint256 taskId, address party);
    /// @notice The time for this step is over.
    error DeadlinePassed(uint256 taskId, uint256 deadline);
    /// @notice The other side still has time.
    error DeadlineNotPassed(uint256 taskId, uint256 deadline);

    /*//////////////////////////////////////////////////////////////
                                 TERMS
    //////////////////////////////////////////////////////////////*/

    /// @notice The owner has paused the creation of tasks.
    error CreationIsPaused();
    /// @notice A reward must be larger than the fee for cancelling.
    error RewardTooSmall(uint256 reward, uint256 cancelFee);
    /// @notice The stake is outside the deployment's share of the reward.
    error StakeOutOfBounds(uint256 stake, uint256 min, uint256 max);
    /// @notice A window is outside its bounds; `index` counts in the order of `Windows`.
    error WindowOutOfBounds(uint256 index, uint256 window, uint256 min, uint256 max);
    /// @notice More change rounds than the deployment allows.
    error TooManyChangeRounds(uint256 rounds, uint256 max);

    /*//////////////////////////////////////////////////////////////
                                 STEPS
    //////////////////////////////////////////////////////////////*/

    /// @notice A content hash must not be zero.
    error EmptyHash();
    /// @notice The decision names other work than the work that stands submitted.
    error WrongSubmission(uint256 taskId, bytes32 named, bytes32 submitted);
    /// @notice The worker agreed to other terms than those of the task.
    error WrongTerms(uint256 taskId, bytes32 agreed, bytes32 actual);
    /// @notice The agreed number of change rounds is used up.
    error NoChangeRoundLeft(uint256 taskId, uint256 maxChangeRounds);
    /// @notice A rating is 1 to 5.
    error InvalidRating(uint8 rating);
    /// @notice A share is at most 10,000 basis points.
    error InvalidShare(uint16 shareBps);
    /// @notice The signed message is no longer valid.
    error SignatureExpired(uint256 deadline);
    /// @notice The signature is not the named signer's signature of this message.
    error InvalidSignature(address signer);

    /*//////////////////////////////////////////////////////////////
                                 MONEY
    //////////////////////////////////////////////////////////////*/

    /// @notice The token delivered another amount than was due.
    error ShortDelivery(uint256 due, uint256 delivered);
    /// @notice The caller has no credit.
    error NothingToWithdraw(address account);
    /// @notice Money cannot be sent there.
    error InvalidRecipient(address recipient);

    /*//////////////////////////////////////////////////////////////
                              DEPLOYMENT
    //////////////////////////////////////////////////////////////*/

    /// @notice The terms of the deployment contradict each other or exceed what may be asked.
    error InvalidDeployment();
}
