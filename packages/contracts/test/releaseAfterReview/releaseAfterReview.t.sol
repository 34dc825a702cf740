// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract ReleaseAfterReview is Base {
    function act(uint256 id) private {
        escrow.releaseAfterReview(id);
    }

    function test_RevertGiven_NoWorkIsSubmitted() public {
        assertOnlyIn(only(ITaskEscrow.State.Submitted), stranger, act);
    }

    function test_RevertGiven_TheTimeForReviewHasNotPassed() public {
        uint256 id = submitted();
        warpTo(id);
        expectDeadlineNotPassed(id);
        escrow.releaseAfterReview(id);
    }

    function test_GivenTheTimeForReviewHasPassed() public {
        uint256 id = submitted();
        warpPast(id);
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskReleased(id, poster, worker, WORK, REWARD - FEE, FEE, treasury, STAKE);
        vm.prank(stranger);
        escrow.releaseAfterReview(id);
        assertPaid(before, 0, REWARD - FEE + STAKE, FEE);
        assertSettled(id, ITaskEscrow.State.Approved);
    }
}
