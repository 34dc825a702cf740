// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { Multicall } from "@openzeppelin/contracts/utils/Multicall.sol";
import { ERC1967Proxy } from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { HostileUSDC } from "../mocks/HostileUSDC.sol";
import { Base } from "../Base.t.sol";

/// @notice Measures whole transactions, including cold storage, calldata and the intrinsic cost, with the deployed
/// terms (no platform fee). The token is behind a proxy, as on Base, and every party has held USDC before.
/// @dev With `isolate`, `vm.snapshotGasLastCall` measures each call as its own transaction.
contract Gas is Base {
    function setUp() public override {
        super.setUp();
        TestUSDC token = new TestUSDC("USD Coin");
        usdc = HostileUSDC(address(new ERC1967Proxy(address(token), abi.encodeCall(TestUSDC.version, ()))));
        ITaskEscrow.Deployment memory d = deployment();
        (feeBps, d.platformFeeBps) = (0, 0);
        escrow = deploy(d);
        fundAndApprove(poster);
        fundAndApprove(worker);
        usdc.mint(treasury, 1);
        started(); // the first task also pays for initialising slots that all later tasks share
    }

    function measured(string memory name) private {
        vm.snapshotGasLastCall("TaskEscrow", name);
    }

    function test_Gas_WholeLife() public {
        uint256 id = funded();
        measured("createTask");
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(), noVoucher());
        measured("stakeAndStart (instant)");
        vm.prank(worker);
        escrow.submitWork(id, WORK);
        measured("submitWork");
        vm.prank(poster);
        escrow.requestChanges(id, TEXT);
        measured("requestChanges");
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, block.timestamp + 1 days);
        escrow.resubmitWork(id, BETTER_WORK, block.timestamp + 1 days, signature);
        measured("resubmitWork (by signature)");
        vm.prank(poster);
        escrow.approve(id, BETTER_WORK, 5, TEXT);
        measured("approve");
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 5, TEXT);
        measured("rateAndClaimStake");
    }

    function test_Gas_FundMore() public {
        uint256 id = funded();
        uint256 openUntil = escrow.getTask(id).deadline;
        vm.prank(poster);
        escrow.fundMore(id, REWARD, openUntil + 1 days);
        measured("fundMore (extend)");
        vm.prank(poster);
        escrow.fundMore(id, 2 * REWARD, openUntil + 2 days);
        measured("fundMore (raise and extend)");
    }

    function test_Gas_Permits() public {
        ITaskEscrow.Permit memory permit = permitFor(posterKey, poster, REWARD);
        vm.prank(poster);
        uint256 id = escrow.createTaskWithPermit(terms(), permit);
        measured("createTaskWithPermit");
        permit = permitFor(workerKey, worker, STAKE);
        vm.prank(worker);
        escrow.stakeAndStartWithPermit(id, agreed(), noVoucher(), permit);
        measured("stakeAndStartWithPermit (instant)");
    }

    function test_Gas_Selection() public {
        uint256 id = create(selectionTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp + 1 days);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, selectionTerms()), voucher);
        measured("stakeAndStart (selection)");
    }

    function test_Gas_ApprovalOfSignedWork() public {
        uint256 deadline = block.timestamp + 1 days;
        for (uint256 anchored = 0; anchored < 2; ++anchored) {
            uint256 id = changesRequested();
            bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
            if (anchored == 1) escrow.resubmitWork(id, BETTER_WORK, deadline, signature);
            bytes[] memory list = new bytes[](2);
            list[0] = abi.encodeCall(escrow.resubmitWork, (id, BETTER_WORK, deadline, signature));
            list[1] = abi.encodeCall(escrow.approve, (id, BETTER_WORK, 5, TEXT));
            vm.prank(poster);
            Multicall(address(escrow)).multicall(list);
            measured(anchored == 0 ? "multicall of resubmitWork and approve" : "multicall, anchored already");
        }
    }

    function test_Gas_Exits() public {
        uint256 id = funded();
        vm.prank(poster);
        escrow.cancelTask(id);
        measured("cancelTask");
        id = funded();
        warpPast(id);
        escrow.expireTask(id);
        measured("expireTask");
        id = submitted();
        warpPast(id);
        escrow.releaseAfterReview(id);
        measured("releaseAfterReview");
        id = approved();
        warpPast(id);
        escrow.claimStakeAfterRating(id);
        measured("claimStakeAfterRating");
    }

    function test_Gas_Dispute() public {
        uint256 id = submitted();
        vm.prank(poster);
        escrow.reject(id, WORK, 1, TEXT);
        measured("reject");
        vm.prank(worker);
        escrow.contest(id, TEXT);
        measured("contest");
        vm.prank(arbiter);
        escrow.rule(id, 5000, false, TEXT);
        measured("rule");
        id = disputed();
        warpPast(id);
        escrow.ruleByDefault(id);
        measured("ruleByDefault");
        id = rejected();
        vm.prank(worker);
        escrow.finalizeRejection(id);
        measured("finalizeRejection");
    }
}
