// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract Approve is Base {
    function act(uint256 id) private {
        escrow.approve(id, WORK, 5, TEXT);
    }

    function test_RevertGiven_NoWorkWasSubmittedOrTheTaskIsDecided() public {
        ITaskEscrow.State[] memory allowed = new ITaskEscrow.State[](2);
        allowed[0] = ITaskEscrow.State.Submitted;
        allowed[1] = ITaskEscrow.State.ChangesRequested;
        assertOnlyIn(allowed, poster, act);
    }

    function test_RevertWhen_TheCallerIsNotThePoster() public {
        uint256 id = submitted();
        expectNotPoster(id, worker);
        vm.prank(worker);
        escrow.approve(id, WORK, 3, TEXT);
    }

    function test_RevertWhen_TheDecisionNamesOtherWork() public {
        uint256 id = changesRequested();
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        expectWrongSubmission(id, WORK, BETTER_WORK);
        vm.prank(poster);
        escrow.approve(id, WORK, 3, TEXT);
    }

    function test_RevertWhen_TheRatingIsNot1To5() public {
        uint256 id = submitted();
        expectInvalidRating(0);
        vm.prank(poster);
        escrow.approve(id, WORK, 0, TEXT);
        expectInvalidRating(6);
        vm.prank(poster);
        escrow.approve(id, WORK, 6, TEXT);
    }

    function assertApproves(uint256 id, uint8 rating) private {
        Balances memory before = balances();
        uint256 rateBy = block.timestamp + 13 days;
        expectEvent();
        emit ITaskEscrow.TaskApproved(id, poster, worker, WORK, rating, TEXT, REWARD - FEE, FEE, treasury, rateBy);
        vm.prank(poster);
        escrow.approve(id, WORK, rating, TEXT);
        assertPaid(before, 0, REWARD - FEE, FEE);
        assertState(id, ITaskEscrow.State.Approved);
        assertFalse(escrow.getTask(id).settled);
        assertDeadlineIn(id, 13 days);
    }

    function test_WhenThePosterApproves() public {
        assertApproves(submitted(), 1);
        assertApproves(submitted(), 5);
    }

    function test_ZS1_GivenTheTaskHasNoStake() public {
        uint256 id = submittedOn(freeTerms());
        Balances memory before = balances();
        uint256 rateBy = block.timestamp + 13 days;
        expectEvent();
        emit ITaskEscrow.TaskApproved(id, poster, worker, WORK, 4, TEXT, REWARD - FEE, FEE, treasury, rateBy);
        vm.prank(poster);
        escrow.approve(id, WORK, 4, TEXT);
        assertPaid(before, 0, REWARD - FEE, FEE);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        assertTrue(task.settled && task.workerMayRate && !task.posterMayRate);
        assertState(id, ITaskEscrow.State.Approved);
        assertDeadlineIn(id, 13 days);
        warpPast(id);
        expectWrongState(id, ITaskEscrow.State.Approved);
        escrow.claimStakeAfterRating(id);
    }

    function test_GivenTheTimeForReviewHasPassed() public {
        uint256 id = submitted();
        warpPast(id);
        assertApproves(id, 4);
    }

    function test_GivenChangesWereRequested() public {
        uint256 id = changesRequested();
        warpPast(id);
        assertApproves(id, 2);
    }
}
