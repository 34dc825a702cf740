// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract RateWork is Base {
    function act(uint256 id) private {
        escrow.rateWork(id, 5, TEXT);
    }

    function test_RevertGiven_TheJudgeDidNotApprove() public {
        assertOnlyIn(new ITaskEscrow.State[](0), poster, act);
        uint256 id = freelyApproved();
        expectWrongState(id, ITaskEscrow.State.Approved);
        vm.prank(poster);
        act(id);
    }

    function test_RevertWhen_TheCallerIsNotThePoster() public {
        uint256 id = judged();
        expectNotPoster(id, worker);
        vm.prank(worker);
        act(id);
    }

    function test_RevertGiven_TheTimeToRateHasPassed() public {
        uint256 id = judged();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(poster);
        act(id);
    }

    function test_RevertWhen_TheRatingIsNot1To5() public {
        uint256 id = judged();
        expectInvalidRating(0);
        vm.prank(poster);
        escrow.rateWork(id, 0, TEXT);
        expectInvalidRating(6);
        vm.prank(poster);
        escrow.rateWork(id, 6, TEXT);
    }

    function test_RevertGiven_ThePosterHasRated() public {
        uint256 id = judged();
        vm.prank(poster);
        act(id);
        expectWrongState(id, ITaskEscrow.State.Approved);
        vm.prank(poster);
        act(id);
    }

    function test_JD4_WhenThePosterRates() public {
        uint256 id = judged();
        warpTo(id);
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.WorkRated(id, poster, worker, 1, TEXT);
        vm.prank(poster);
        escrow.rateWork(id, 1, TEXT);
        assertPaid(before, 0, 0, 0);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        assertTrue(task.settled && !task.posterMayRate && task.workerMayRate);
    }
}
