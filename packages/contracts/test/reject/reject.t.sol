// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract Reject is Base {
    function act(uint256 id) private {
        escrow.reject(id, WORK, 1, TEXT);
    }

    function test_RevertGiven_NoWorkIsSubmitted() public {
        assertOnlyIn(only(ITaskEscrow.State.Submitted), poster, act);
    }

    function test_RevertWhen_TheCallerIsNotThePoster() public {
        uint256 id = submitted();
        expectNotPoster(id, worker);
        vm.prank(worker);
        escrow.reject(id, WORK, 3, TEXT);
    }

    function test_RevertWhen_TheDecisionNamesOtherWork() public {
        uint256 id = changesRequested();
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        expectWrongSubmission(id, WORK, BETTER_WORK);
        vm.prank(poster);
        escrow.reject(id, WORK, 3, TEXT);
    }

    function test_RevertWhen_TheRatingIsNot1To5() public {
        uint256 id = submitted();
        expectInvalidRating(0);
        vm.prank(poster);
        escrow.reject(id, WORK, 0, TEXT);
        expectInvalidRating(6);
        vm.prank(poster);
        escrow.reject(id, WORK, 6, TEXT);
    }

    function test_RevertGiven_TheTimeForReviewHasPassed() public {
        uint256 id = submitted();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(poster);
        escrow.reject(id, WORK, 1, TEXT);
    }

    function test_WhenThePosterRejectsInTime() public {
        uint256 id = submitted();
        warpTo(id);
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskRejected(id, poster, worker, WORK, 2, TEXT, block.timestamp + 4 days);
        vm.prank(poster);
        escrow.reject(id, WORK, 2, TEXT);
        assertPaid(before, 0, 0, 0);
        assertState(id, ITaskEscrow.State.Rejected);
        assertDeadlineIn(id, 4 days);
    }
}
