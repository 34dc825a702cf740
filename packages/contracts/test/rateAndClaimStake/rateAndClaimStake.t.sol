// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract RateAndClaimStake is Base {
    function act(uint256 id) private {
        escrow.rateAndClaimStake(id, 5, TEXT);
    }

    function test_RevertGiven_TheTaskIsNotApproved() public {
        assertOnlyIn(only(ITaskEscrow.State.Approved), worker, act);
    }

    function test_RevertGiven_TheStakeWasPaidAlready() public {
        uint256 id = approved();
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 5, TEXT);
        expectWrongState(id, ITaskEscrow.State.Approved);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 1, TEXT);
    }

    function test_RevertWhen_TheCallerIsNotTheWorker() public {
        uint256 id = approved();
        expectNotWorker(id, poster);
        vm.prank(poster);
        escrow.rateAndClaimStake(id, 5, TEXT);
    }

    function test_RevertWhen_TheRatingIsNot1To5() public {
        uint256 id = approved();
        expectInvalidRating(0);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 0, TEXT);
        expectInvalidRating(6);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 6, TEXT);
    }

    function assertReturns(uint256 id, uint8 rating) private {
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.StakeClaimed(id, poster, worker, STAKE, rating, TEXT);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, rating, TEXT);
        assertPaid(before, 0, STAKE, 0);
        assertSettled(id, ITaskEscrow.State.Approved);
    }

    function test_WhenTheWorkerRates() public {
        assertReturns(approved(), 1);
        assertReturns(approved(), 5);
    }

    function assertRates(uint256 id) private {
        Balances memory before = balances();
        warpTo(id);
        expectEvent();
        emit ITaskEscrow.PosterRated(id, poster, worker, 2, TEXT);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 2, TEXT);
        assertPaid(before, 0, 0, 0);
        expectWrongState(id, ITaskEscrow.State.Approved);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 3, TEXT);
    }

    function test_JD4_GivenTheJudgeApproved() public {
        assertRates(judged());
    }

    function test_ZS1_GivenThereWasNoStake() public {
        assertRates(freelyApproved());
    }

    function test_RevertGiven_NothingIsHeldAndTheTimeToRateHasPassed() public {
        uint256[2] memory ids = [judged(), freelyApproved()];
        warpPast(ids[0]);
        for (uint256 i = 0; i < 2; ++i) {
            expectDeadlinePassed(ids[i]);
            vm.prank(worker);
            escrow.rateAndClaimStake(ids[i], 5, TEXT);
        }
    }

    function test_GivenTheTimeToRateHasPassed() public {
        uint256 id = approved();
        warpPast(id);
        assertReturns(id, 3);
    }
}
